# SPDX-License-Identifier: Apache-2.0
"""CPU a request as bars, on a logarithmic scale, as SVG that needs nothing to be drawn."""

import math

colours = {"slicegate": "#2f6f4f", "nginx": "#8a8f98", "go": "#3f7cac", "rust": "#b5651d"}
wanted = [("validate placed x8", "validate"), ("dedicate dedicated x8", "mutate")]
left, width, height, gap = 190, 420, 20, 8


def rows_of(servers: dict) -> list[tuple[str, str, float]]:
    rows = []
    for key, word in wanted:
        for name, server in servers.items():
            case = server["cases"].get(key)
            if case and "cpu_us" in case:
                rows.append((f"{name}: {'constant' if name == 'nginx' else word}", name, case["cpu_us"]))
    return sorted(rows, key=lambda row: row[2])


def render_plot(servers: dict) -> str:
    rows = rows_of(servers)
    low, high = 10, 10 ** math.ceil(math.log10(max(row[2] for row in rows)))
    total = 50 + len(rows) * (height + gap)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + width + 80} {total}" font-family="sans-serif" font-size="13">',
             '<rect width="100%" height="100%" fill="#ffffff"/>',
             '<text x="10" y="22" font-weight="bold">Server CPU a request, µs (logarithmic); 5 KB pod, TLS, 8 connections</text>']
    for index, (title, name, value) in enumerate(rows):
        y = 38 + index * (height + gap)
        length = width * math.log10(value / low) / math.log10(high / low)
        parts.append(f'<text x="{left - 8}" y="{y + 15}" text-anchor="end">{title}</text>')
        parts.append(f'<rect x="{left}" y="{y}" width="{max(length, 2):.0f}" height="{height}" fill="{colours.get(name, "#555555")}"/>')
        parts.append(f'<text x="{left + max(length, 2) + 6:.0f}" y="{y + 15}">{value:.0f}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"
