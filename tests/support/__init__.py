"""Start real servers, engines and attackers for tests."""
