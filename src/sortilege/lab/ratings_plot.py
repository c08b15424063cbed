"""Draw ratings as SVG: a line for each player, and its interval."""

from html import escape
from typing import Final

from sortilege.lab.ladder import Rating

WIDTH: Final = 720
ROW: Final = 34
LEFT: Final = 150
RIGHT: Final = 40
FONT: Final = 'font-family="sans-serif" font-size="14"'
SMALL: Final = 'text-anchor="middle" font-size="11"'


def draw_ratings(title: str, ratings: list[Rating]) -> str:
    """Return the drawing."""
    height = ROW * (len(ratings) + 2)
    most = max(1.0, *(rating.high for rating in ratings))
    least = min(0.0, *(rating.low for rating in ratings))

    def x(points: float) -> float:
        return LEFT + (points - least) / (most - least) * (WIDTH - LEFT - RIGHT)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" {FONT}>',
        f'<rect width="{WIDTH}" height="{height}" fill="#fbf8f1"/>',
        f'<text x="16" y="24" font-weight="bold">{escape(title)}</text>',
    ]
    for i, rating in enumerate(reversed(ratings)):
        y = ROW * (i + 1.6)
        parts += [
            f'<text x="16" y="{y + 5:.0f}">{escape(rating.bot)}</text>',
            f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.0f}" y2="{y:.0f}" stroke="#ddd6c5"/>',
            f'<line x1="{x(rating.low):.1f}" x2="{x(rating.high):.1f}" y1="{y:.0f}" y2="{y:.0f}" '
            'stroke="#5b3f8c" stroke-width="5" stroke-linecap="round" opacity="0.45"/>',
            f'<circle cx="{x(rating.points):.1f}" cy="{y:.0f}" r="5" fill="#5b3f8c"/>',
            f'<text x="{x(rating.points):.1f}" y="{y - 8:.0f}" {SMALL}>{rating.points:.0f}</text>',
        ]
    return "\n".join([*parts, "</svg>", ""])
