from sortilege.cli import main

main()
