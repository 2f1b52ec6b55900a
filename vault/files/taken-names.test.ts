import { expect, test } from 'vitest'
import { freeNameBeside, isNameTaken, placeNames, type IncomingName, type StoredName } from './taken-names.ts'

const item = (name: string, folderId: string | null = null, trashedAt: string | null = null): StoredName => ({
  id: `${folderId ?? ''}/${name}`,
  name,
  folderId,
  createdAt: '2026-01-01T00:00:00Z',
  trashedAt,
})
/** An incoming item as `[name, folder, what it is a copy of]`, and what becomes of it as `[free name, what it could replace]`. */
type Incoming = [name: string, folderId?: string | null, copyOf?: string]
type Placed = [freeName: string, existing?: string]

const cases: [rule: string, stored: StoredName[], incoming: Incoming[], placed: Placed[]][] = [
  ['a name that is free', [item('b.pdf')], [['a.pdf']], [['a.pdf']]],
  ['a name that is taken', [item('a.pdf')], [['a.pdf']], [['a (2).pdf', '/a.pdf']]],
  ['numbers that are taken as well', [item('a.pdf'), item('a (2).pdf')], [['a.pdf']], [['a (3).pdf', '/a.pdf']]],
  ['a name with a number', [item('a (2).pdf')], [['a (2).pdf']], [['a (2) (2).pdf', '/a (2).pdf']]],
  ['another folder', [item('a.pdf', 'work')], [['a.pdf']], [['a.pdf']]],
  ['the same folder', [item('a.pdf', 'work')], [['a.pdf', 'work']], [['a (2).pdf', 'work/a.pdf']]],
  ['the trash', [item('a.pdf', null, '2026-01-01T00:00:00Z')], [['a.pdf']], [['a.pdf']]],
  ['capital letters', [item('a.pdf')], [['A.pdf']], [['A.pdf']]],
  ['another extension', [item('a.pdf')], [['a.txt']], [['a.txt']]],
  ['Unicode normal forms', [item('Caf\u00e9')], [['Cafe\u0301']], [['Caf\u00e9 (2)', '/Caf\u00e9']]],
  ['normal forms among the incoming', [], [['Cafe\u0301'], ['Caf\u00e9']], [['Caf\u00e9'], ['Caf\u00e9 (2)']]],
  ['spaces around a name', [item('a.pdf')], [[' a.pdf ']], [['a (2).pdf', '/a.pdf']]],
  ['a path in a name', [item('b_a.pdf')], [['b/a.pdf']], [['b_a (2).pdf', '/b_a.pdf']]],
  ['two incoming of one name', [], [['a.pdf'], ['a.pdf']], [['a.pdf'], ['a (2).pdf']]],
  [
    'only the first can replace what is stored',
    [item('a.pdf')],
    [['a.pdf'], ['a.pdf']],
    [['a (2).pdf', '/a.pdf'], ['a (3).pdf']],
  ],
  ['an incoming name that looks numbered', [item('a')], [['a'], ['a (2)']], [['a (2)', '/a'], ['a (2) (2)']]],
  ['a copy beside its original', [item('a.pdf')], [['a.pdf', null, '/a.pdf']], [['a (2).pdf']]],
  ['a copy beside another file', [item('a.pdf', 'work')], [['a.pdf', 'work', '/a.pdf']], [['a (2).pdf', 'work/a.pdf']]],
]

test.each(cases)('%s', (_, stored, incoming, placed) => {
  const names = incoming.map(([name, folderId = null, copyOf]): IncomingName => ({
    name,
    folderId,
    ...(copyOf && { copyOf }),
  }))
  expect(
    placeNames(names, stored).map(({ freeName, existing }) => (existing ? [freeName, existing.id] : [freeName])),
  ).toEqual(placed)
})

test('of several stored items with the name the newest could be replaced, whatever their order', () => {
  const [old, newest, other] = ['2026-01-02', '2026-01-04', '2026-01-03'].map((createdAt) => ({
    ...item('a.pdf'),
    id: createdAt,
    createdAt,
  }))
  for (const stored of [
    [old, newest, other],
    [newest, other, old],
    [old, other, newest],
  ]) {
    const [placed] = placeNames(
      [{ name: 'a.pdf', folderId: null }],
      stored.flatMap((one) => one ?? []),
    )
    expect(placed?.existing?.id).toBe('2026-01-04')
  }
})

test('a name counts as taken when it gets a number', () => {
  const placed = placeNames(
    [
      { name: ' b.pdf', folderId: null },
      { name: 'a.pdf', folderId: null },
      { name: 'b.pdf', folderId: null },
    ],
    [item('a.pdf')],
  )
  expect(placed.map(({ isTaken }) => isTaken)).toEqual([false, true, true])
})

test.each([
  ['Cafe\u0301.pdf', true],
  [' Other.pdf ', true],
  ['other.pdf', false],
  ['Gone.pdf', false],
  ['Other', false],
])('among siblings %j is taken: %s', (name, isTaken) => {
  expect(isNameTaken(name, [item('Caf\u00e9.pdf'), item('Other.pdf'), item('Gone.pdf', null, 'now')])).toBe(isTaken)
})

test.each([
  ['a.pdf', 'a (2).pdf'],
  ['x.tar.gz', 'x.tar (2).gz'],
  ['.env', '.env (2)'],
  ['plain', 'plain (2)'],
  ['ends.', 'ends (2).'],
])('the number of %j goes before the extension, and a leading dot begins none', (name, free) => {
  expect(freeNameBeside(name, new Set([name]))).toBe(free)
})
