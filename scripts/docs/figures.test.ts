import fs from 'node:fs'
import path from 'node:path'
import { type Node, parseSync, Visitor } from 'oxc-parser'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8')

const FOLDERS = [
  'web/admin',
  'web/studio',
  'web/parts/overview',
  'web/parts/partners',
  // Users & Teams of the panel stays in the app.
  'web/app/organisation',
  'web/app/teams',
]
/** Parts and functions that put a figure on a page. */
const SHOWS =
  /<(FigureGrid|Figure|Sparkline|DayBars|PartsBar|UptimeBars)\b|(?<!\.)\b(formatCount|formatBytes|whole|percent|dollars|seconds)\(/
/** Words that are handed a count, on pages whose figures are words: people and teams, services, and what a rule reaches. */
const SAYS = /\.(count|countOver|counted|answers|uptime|seats|stored)\(|\b(usedBytes|policyCountsQuery|PolicyCounts)\b/
const doesShow = (source: string): boolean => SHOWS.test(source) || SAYS.test(source)
const FORMATS = ['formatCount', 'formatBytes', 'formatLimit', 'percent', 'dollars', 'seconds', 'whole']
const SAYING = ['count', 'counted', 'answers', 'uptime', 'seats', 'stored']

type Row = { shownBy: string; source: string; countedIn: string | undefined }

const rows = read('docs/figures.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| page'))
  .map((line): Row => {
    const [, , , shownBy = '', source = ''] = line.split('|').map((cell) => cell.trim())
    return { shownBy: shownBy.replaceAll('`', ''), source, countedIn: /`([^`]+)` in `([^`]+)`/.exec(source)?.[2] }
  })

const pages = FOLDERS.flatMap((folder) =>
  fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !file.includes('.test.'))
    .map((file) => `${folder}/${file.replaceAll(path.sep, '/')}`),
)

test('every file that shows a figure is listed once, and no other', () => {
  const showing = pages.filter((file) => doesShow(read(file)))
  expect(rows.map(({ shownBy }) => shownBy).toSorted()).toEqual(showing.toSorted())
})

test('what counts a figure is where the row says', () => {
  for (const { shownBy, source, countedIn } of rows) {
    if (countedIn === undefined) expect(source, shownBy).not.toContain('`')
    else expect(read(countedIn).includes(/`([^`]+)`/.exec(source)?.[1] ?? '`'), source).toBe(true)
  }
})

test.each(pages.filter((file) => doesShow(read(file))))('%s writes no figure itself', (file) => {
  expect(writtenIn(file, read(file))).toEqual([])
})

test('a figure that is written into a page is found', () => {
  const written = (source: string) => writtenIn('page.tsx', source)
  expect(written('formatCount(1042)')).toEqual(['1042'])
  expect(written('const a = <Figure>99.9 %</Figure>')).toEqual(['99.9 %'])
  expect(written('const a = <p>{text.uptime(99.95)}{teams.count(12)}{text.count(people.length)}</p>')).toEqual([
    '99.95',
    '12',
  ])
  expect(written("const a = { label, value: '18,422', note }")).toEqual(["'18,422'"])
  expect(written('const a = <Sparkline values={[3, 4]} label={label} />')).toEqual(['3', '4'])
  expect(written('const a = <Figure className="text-2xl">{score.points}</Figure>; formatCount(found ?? 0)')).toEqual([])
})

/** Numbers that reach a figure without being read or counted. A count of nothing is written as 0. */
function writtenIn(file: string, source: string): string[] {
  const { program, errors } = parseSync(file, source)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  const found: string[] = []
  const keep = (node: Node) => {
    const text = source.slice(node.start, node.end)
    if (/\d/.test(text) && text !== '0') found.push(text)
  }
  const keepIfWritten = (node: Node): void => {
    if (node.type === 'Literal' || node.type === 'JSXText' || node.type === 'TemplateElement') keep(node)
    else if (node.type === 'TemplateLiteral') node.quasis.forEach(keepIfWritten)
    else if (node.type === 'ArrayExpression') node.elements.forEach((one) => one && keepIfWritten(one))
    else if (node.type === 'LogicalExpression') [node.left, node.right].forEach(keepIfWritten)
    else if (node.type === 'ConditionalExpression') [node.consequent, node.alternate].forEach(keepIfWritten)
    else if (node.type === 'JSXExpressionContainer') keepIfWritten(node.expression)
  }
  new Visitor({
    CallExpression: ({ callee, arguments: given }) => {
      if (callee.type === 'Identifier' && FORMATS.includes(callee.name)) given.forEach(keepIfWritten)
      if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier')
        if (SAYING.includes(callee.property.name)) given.forEach(keepIfWritten)
    },
    JSXElement: ({ openingElement: { name, attributes }, children }) => {
      if (name.type !== 'JSXIdentifier' || !['Figure', 'Sparkline', 'DayBars', 'PartsBar'].includes(name.name)) return
      if (name.name === 'Figure') children.forEach(keepIfWritten)
      for (const one of attributes)
        if (one.type === 'JSXAttribute' && one.name.type === 'JSXIdentifier' && one.value)
          if (['value', 'values', 'all'].includes(one.name.name)) keepIfWritten(one.value)
    },
    Property: ({ key, value }) => {
      if (key.type === 'Identifier' && ['value', 'values'].includes(key.name)) keepIfWritten(value)
    },
  }).visit(program)
  return found
}
