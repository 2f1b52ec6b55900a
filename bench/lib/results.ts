import fs from 'node:fs'
import type { Aim, Entry, Section, Table } from './entry.ts'
import { medianOf } from './rounds.ts'
import type { Summary } from './statistics.ts'

const TITLE = '# Measurements'
const EXPLANATION = `Written by \`npm run bench\`; do not edit. Every round runs each contender once, in a new random order. Columns
are the smallest, the middle and the largest of the rounds; ratios divide middles. Believe ratios more than absolute figures:
everything runs on one machine over loopback. Each contender's result was checked once before it was timed.

*Reachable* and *ambitious* are what the design asks for; where a figure is short of it, it says missed.`

/** Writes the sections of this run into the file; the sections of other entries stay as they are. */
export function writeResults(file: string, machine: readonly string[], sections: ReadonlyMap<string, string>): void {
  const all = new Map([...readSections(file), ...sections])
  const sorted = [...all].sort(([a], [b]) => a.localeCompare(b)).map(([, text]) => text.trim())
  const header = [TITLE, EXPLANATION, machine.map((line) => `- ${line}`).join('\n')]
  fs.writeFileSync(file, `${[...header, ...sorted].join('\n\n')}\n`)
}

/** One entry's section in Markdown. @param stamp when it ran, of which commit, on how busy a machine. */
export function renderSection({ name, title, holdsBack }: Entry, section: Section, stamp: string): string {
  return [
    `## ${name}: ${title}`,
    stamp,
    ...section.tables.map(renderTable),
    renderAims(section.aims),
    ...section.notes,
    `What holds it back: ${holdsBack}`,
  ].join('\n\n')
}

function readSections(file: string): Map<string, string> {
  if (!fs.existsSync(file)) return new Map()
  const parts = fs.readFileSync(file, 'utf8').split(/^(?=## )/m)
  return new Map(parts.slice(1).map((text) => [/^## ([\w-]+)/.exec(text)?.[1] ?? text, text]))
}

function renderTable({ caption, measured, ratioTo }: Table): string {
  const metrics = [...new Set(measured.flatMap((one) => [...one.metrics.keys()]))]
  const [first = '', ...others] = metrics
  const peers = ratioTo.filter((name) => medianOf(measured, name) !== undefined)
  const header = [caption, 'min', first, 'max', ...peers.map((name) => `× ${name}`), ...others]
  const rows = measured.map(({ name, metrics, problem }) => {
    const main = metrics.get(first)
    if (!main) return [name, problem ? `not measured: ${problem}` : 'not measured']
    const ratios = peers.map((peer) => formatNumber(main.median / (medianOf(measured, peer) ?? Number.NaN)))
    const rest = others.map((metric) => formatRange(metrics.get(metric)))
    return [
      name,
      formatNumber(main.min),
      `**${formatNumber(main.median)}**`,
      formatNumber(main.max),
      ...ratios,
      ...rest,
    ]
  })
  return markdown(header, rows)
}

function renderAims(aims: readonly Aim[]): string {
  const rows = aims.map((aim) => [
    aim.what,
    aim.got === undefined ? 'not measured' : `${formatNumber(aim.got)}${unitOf(aim)}`,
    verdict(aim, aim.reachable),
    verdict(aim, aim.ambitious),
  ])
  return markdown(['aim', 'got', 'reachable', 'ambitious'], rows)
}

function verdict(aim: Aim, wanted: number): string {
  const { got, isUpperBound = false } = aim
  const text = `${isUpperBound ? '≤' : '≥'} ${wanted}${unitOf(aim)}`
  if (got === undefined) return text
  return `${text}: ${(isUpperBound ? got <= wanted : got >= wanted) ? 'met' : '**missed**'}`
}

const unitOf = ({ unit }: Aim): string => (unit ? ` ${unit}` : '')

function formatRange(summary: Summary | undefined): string {
  return summary ? [summary.min, summary.median, summary.max].map(formatNumber).join(' / ') : ''
}

/** Three significant digits, as many as these figures are worth. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return '–'
  if (Math.abs(value) >= 100) return String(Math.round(value))
  return Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2)
}

function markdown(header: string[], rows: string[][]): string {
  const width = header.length
  const line = (cells: string[]) => `| ${[...cells, ...Array<string>(width - cells.length).fill('')].join(' | ')} |`
  return [line(header), `|${'---|'.repeat(width)}`, ...rows.map(line)].join('\n')
}
