"""Makes web/fonts/plain-zero.woff2: the zero of Atkinson Hyperlegible Next without its slash, in every weight, and nothing else.

The typeface has no feature for it. A slashed zero has two holes, and this joins them to one: the same points, so every weight follows.
Needs fontTools and brotli: python3 scripts/plain-zero.py
"""
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib.iup import iup_delta

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / 'node_modules/@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2'
TARGET = ROOT / 'web/fonts/plain-zero.woff2'
NAME = 'Atkinson Hyperlegible Next Plain Zero'
# Of the two holes: the edge of the slash lies between these points.
FIRST, SECOND, EDGE = range(16, 27), range(27, 39), 20
PHANTOMS = range(39, 43)


def order():
    """Numbers of the points of a zero with one hole, in the order in which they follow each other."""
    before = [point for point in FIRST if point < EDGE]
    after = [point for point in FIRST if point >= EDGE]
    return [*range(16), *before, *list(SECOND)[1:], SECOND[0], *after]


def join_holes(font, name):
    glyph = font['glyf'][name]
    assert glyph.endPtsOfContours == [15, 26, 38], f'{name} is drawn in another way than this script knows'
    points = order()
    # Points that a weight does not move follow from their neighbours, which are others afterwards.
    coordinates, _ = font['glyf']._getCoordinatesAndControls(name, font['hmtx'].metrics)
    for variation in font['gvar'].variations[name]:
        whole = iup_delta(variation.coordinates, list(coordinates), [15, 26, 38])
        variation.coordinates = [whole[point] for point in [*points, *PHANTOMS]]
    glyph.coordinates = type(glyph.coordinates)([glyph.coordinates[point] for point in points])
    glyph.flags = type(glyph.flags)(glyph.flags[point] for point in points)
    glyph.endPtsOfContours = [15, 38]
    glyph.numberOfContours = 2


def main():
    font = TTFont(SOURCE, recalcTimestamp=False)
    options = subset.Options(layout_features=['tnum', 'pnum'], hinting=False, glyph_names=True, notdef_outline=False, name_IDs=[0, 1, 2, 4, 6, 13, 14])
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=[0x30])
    subsetter.subset(font)
    for name in [glyph for glyph in font.getGlyphOrder() if glyph.startswith('zero')]:
        if not font['glyf'][name].isComposite():
            join_holes(font, name)
    for record in font['name'].names:
        if record.nameID in (1, 4, 6):
            record.string = NAME.replace(' ', '') if record.nameID == 6 else NAME
    font.flavor = 'woff2'
    font.save(TARGET)


main()
