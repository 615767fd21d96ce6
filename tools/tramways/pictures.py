#!/usr/bin/env python3
"""Draws all cards and all boards of a set as SVG: pictures.py FOLDER OUT-CARDS.svg OUT-BOARDS.svg"""
import json
import sys

COLOUR = {"R": "#4e8f4f", "C": "#3f74b5", "L": "#c24d43", "I": "#d9a92e"}
NAME = {"D": "Development", "L": "Parcel", "B": "Building", "A": "Auction", "G": "Generic"}
GROUND = {".": "#efe6d0", "^": "#cbbfa6", "~": "#9cc4dd"}
INK = "#2b2a27"


def text(x, y, words, size=11, fill=INK, anchor="middle", weight="normal"):
    return (f'<text x="{x}" y="{y}" font-size="{size}" fill="{fill}" text-anchor="{anchor}" font-weight="{weight}">'
            f"{words}</text>")


def box(x, y, w, h, fill, stroke="none", radius=3):
    return f'<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="{radius}" fill="{fill}" stroke="{stroke}"/>'


def symbol(x, y, word):
    """One symbol in a square of 34."""
    cx, cy = x + 17, y + 17
    if word.startswith("rail"):
        out = [box(x, y, 34, 34, "#fff", "#8a857a")]
        for i in range(int(word[4:])):
            top = cy - 5 * (int(word[4:]) - 1) + 10 * i
            out.append(f'<path d="M{x + 5} {top - 2}h24M{x + 5} {top + 2}h24" stroke="{INK}" stroke-width="1.4"/>')
            out.append("".join(f'<path d="M{x + 8 + 6 * k} {top - 4}v8" stroke="#7a5b3a" stroke-width="1.6"/>' for k in range(4)))
        return "".join(out)
    if word.startswith("dest_"):
        return (box(x, y, 34, 34, COLOUR[word[5:]]) + f'<path d="M{x + 7} {y + 27}v-12l10-8l10 8v12z" fill="#fff"/>'
                + text(cx, y + 25, word[5:], 12, COLOUR[word[5:]], weight="bold"))
    if word.startswith("parcel_"):
        return box(x, y, 34, 34, "#9a9a98") + text(cx, y + 22, word[7:], 14, "#fff", weight="bold")
    if word.startswith("money"):
        return (f'<circle cx="{cx}" cy="{cy}" r="14" fill="#e9c455" stroke="#8c6d14"/>' + text(cx, y + 22, "$" + word[5:], 13, weight="bold"))
    short = {"worker": "worker", "stress_down": "stress −1", "add_passenger": "+ rider", "build": "build",
             "upgrade_building": "house ▲", "upgrade_link": "link ▲"}[word]
    fill = {"worker": "#d7d3ca", "stress_down": "#d8ead6", "add_passenger": "#fff", "build": "#f3d9b8",
            "upgrade_building": "#f3c9b8", "upgrade_link": "#d9cdec"}[word]
    return box(x, y, 34, 34, fill, "#8a857a") + text(cx, y + 20, short, 6.6)


def card(x, y, c):
    w, h = 92, 126
    out = [box(x, y, w, h, "#fbf8f0", "#6d675b", 6), text(x + 7, y + 13, str(c["id"]), 9, "#6d675b", "start")]
    kind = NAME[c["type"]] + (f' {c["min_players"]}+' if c["min_players"] else "")
    out.append(text(x + w - 7, y + 13, kind, 9, "#6d675b", "end"))
    if c["building_type"]:
        out.append(box(x + 26, y + 5, 10, 10, COLOUR[c["building_type"]]))
    for i, word in enumerate(s for s in c["slots"] if s):
        out.append(symbol(x + 9 + 40 * (i % 2), y + 20 + 38 * (i // 2), word))
    bite = c["consequence"]
    if bite:
        words = f'pay ${bite["amount"]}' if bite["kind"] == "pay" else f'stress +{bite["amount"]}'
        out.append(box(x + 6, y + 96, w - 12, 13, "#b23a31") + text(x + w / 2, y + 106, words, 9, "#fff", weight="bold"))
    if c["stripe"]:
        out.append(box(x + 1, y + 112, w - 2, 7, INK, radius=0))
    else:
        out.append(text(x + w / 2, y + 119, "void ticket", 9, "#b23a31"))
    return "".join(out)


def page(width, height, parts):
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            f'font-family="DejaVu Sans, Arial, sans-serif"><rect width="{width}" height="{height}" fill="#fff"/>' + "\n".join(parts) + "</svg>\n")


def cards_picture(cards):
    parts, y = [], 8
    for kind, name in NAME.items():
        group = [c for c in cards if c["type"] == kind]
        if kind == "G":
            group = [group[0], group[5]]
        parts.append(text(10, y + 14, name + (" (five of each)" if kind == "G" else ""), 14, anchor="start", weight="bold"))
        y += 22
        for i, c in enumerate(group):
            parts.append(card(10 + 98 * (i % 10), y + 132 * (i // 10), c))
        y += 132 * ((len(group) + 9) // 10) + 10
    return page(1000, y, parts)


def board(x, y, fields):
    out = []
    for r, row in enumerate(fields):
        for c, token in enumerate(row):
            fx, fy = x + 40 * c, y + 40 * r
            out.append(box(fx, fy, 40, 40, GROUND.get(token, "#efe6d0"), "#d8ccb0", 0))
            if token == "^":
                out.append(f'<path d="M{fx + 5} {fy + 33}l11 -20l6 10l5 -7l8 17z" fill="#8e8069"/>')
            elif token == "~":
                out.append(f'<path d="M{fx + 6} {fy + 16}q7 -6 14 0t14 0M{fx + 6} {fy + 26}q7 -6 14 0t14 0" fill="none" stroke="#4a86ad" stroke-width="2"/>')
            elif token in COLOUR:
                out.append(box(fx, fy, 40, 40, COLOUR[token], "#fff", 0) + text(fx + 20, fy + 26, token, 16, "#fff", weight="bold"))
            elif token != ".":
                out.append(box(fx, fy, 40, 40, "#a9a9a6", "#d8ccb0", 0) + text(fx + 20, fy + 25, token, 14, "#fff", weight="bold"))
    return "".join(out) + f'<rect x="{x}" y="{y}" width="200" height="120" fill="none" stroke="{INK}"/>'


def boards_picture(boards):
    parts = []
    for i, b in enumerate(boards):
        x, y = 10 + 450 * (i % 2), 30 + 150 * (i // 2)
        parts.append(text(x, y - 6, b["id"] + " · 1920", 12, anchor="start", weight="bold"))
        parts.append(text(x + 215, y - 6, b["id"] + " · 1910", 12, anchor="start", weight="bold"))
        parts += [board(x, y, b["sides"]["1920"]["fields"]), board(x + 215, y, b["sides"]["1910"]["fields"])]
    return page(885, 30 + 150 * ((len(boards) + 1) // 2), parts)


def main():
    folder, cards_out, boards_out = sys.argv[1:4]
    with open(cards_out, "w") as out:
        out.write(cards_picture([c for c in json.load(open(folder + "/cards.json"))["cards"] if c["type"] != "O"]))
    with open(boards_out, "w") as out:
        out.write(boards_picture(json.load(open(folder + "/boards.json"))["boards"]))


main()
