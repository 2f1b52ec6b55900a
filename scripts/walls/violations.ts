import { findCircles, wayRound } from './circles.ts'
import type { Import } from './imports.ts'

/** An arrow that is not allowed. `from` and `to` match paths as in `Import`. */
export type Rule = {
  /** A sentence of ARCHITECTURE.md. */
  name: string
  from: RegExp
  notFrom?: RegExp
  /** What these modules must not import … */
  never?: RegExp
  /** … or: which of our own modules they may import at all. */
  only?: RegExp
  /** Counts what is reached through other modules as well, when it is there at run time. */
  reaches?: boolean
  /** An import that breaks the rule, for the test. */
  planted: { file: string; imports: string }
}

/**
 * An arrow of today that a rule, or the ban on circles, refuses. It goes as soon as it is not needed. `isLazy`: only for an import that loads the
 * module when it is needed.
 */
type Exception = { rule: string; from: RegExp; to: RegExp; isLazy?: true; why: string }

type Arrow = { from: string; to: string; isLazy?: boolean }

export type Walls = { rules: readonly Rule[]; exceptions: readonly Exception[]; aliased: readonly string[] }

export const NO_CIRCLES = 'no module imports itself in a circle, types included'
export const BY_NAME = 'imports between parts use the names in package.json'

/** What breaks the rules, a line each; rules and exceptions without use are listed too. */
export function violationsOf(imports: readonly Import[], { rules, exceptions, aliased }: Walls): string[] {
  const used = new Set<Exception>()
  const isExcepted = (rule: string, { from, to, isLazy = false }: Arrow) => {
    const matching = exceptions.filter((one) => {
      return one.rule === rule && one.from.test(from) && one.to.test(to) && (!one.isLazy || isLazy)
    })
    for (const exception of matching) used.add(exception)
    return matching.length > 0
  }
  const lines: string[] = []
  const refuse = (rule: string, arrow: Arrow, way = '') => {
    if (!isExcepted(rule, arrow)) lines.push(`${arrow.from} → ${arrow.to}${way}: ${rule}`)
  }

  for (const rule of rules) {
    const bound = imports.filter(({ from }) => rule.from.test(from) && !rule.notFrom?.test(from))
    if (!imports.some(({ from, to }) => rule.from.test(from) || rule.from.test(to))) {
      lines.push(`no module matches ${rule.from}: ${rule.name}`)
    }
    for (const arrow of bound) if (isRefused(rule, arrow.to)) refuse(rule.name, arrow)
    if (rule.reaches) for (const { arrow, way } of reached(rule, bound, imports)) refuse(rule.name, arrow, way)
  }
  for (const { from, to, specifier } of imports) {
    const part = partOf(to)
    if (specifier.startsWith('.') && part !== partOf(from) && aliased.includes(part)) refuse(BY_NAME, { from, to })
  }
  lines.push(...circlesIn(imports, (arrow) => isExcepted(NO_CIRCLES, arrow)))
  for (const exception of exceptions) {
    if (!used.has(exception)) lines.push(`exception without use, remove it: ${exception.from} → ${exception.to}`)
  }
  return lines
}

function isRefused({ never, only }: Rule, to: string): boolean {
  return never?.test(to) === true || (only !== undefined && !/^\w+:/.test(to) && !only.test(to))
}

function partOf(path: string): string {
  return path.split('/')[0] ?? path
}

/** What `rule` refuses and its modules reach at run time only through others, with the last module on the way. */
function reached(rule: Rule, bound: readonly Import[], imports: readonly Import[]) {
  const atRunTime = Map.groupBy(
    imports.filter(({ isType }) => !isType),
    ({ from }) => from,
  )
  const found: { arrow: { from: string; to: string }; way: string }[] = []
  for (const from of new Set(bound.map((arrow) => arrow.from))) {
    const seen = new Set([from])
    for (const module of seen) {
      for (const { to } of atRunTime.get(module) ?? []) {
        if (module !== from && isRefused(rule, to)) found.push({ arrow: { from, to }, way: ` through ${module}` })
        else seen.add(to)
      }
    }
  }
  return found
}

/** An exception takes an arrow out of its circle, so it is in use only when the arrow is part of one. */
function circlesIn(imports: readonly Import[], isExcepted: (arrow: Import) => boolean): string[] {
  const inCircles = findCircles(imports).flatMap((circle) => {
    return imports.filter(({ from, to }) => circle.includes(from) && circle.includes(to))
  })
  const kept = inCircles.filter((arrow) => !isExcepted(arrow))
  return findCircles(kept).map((circle) => {
    const way = wayRound(circle, kept)
    const rest = circle.length >= way.length ? ` (of ${circle.length} modules)` : ''
    return `${way.join(' → ')}: ${NO_CIRCLES}${rest}`
  })
}
