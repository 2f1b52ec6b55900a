import type { OcsfEvent } from '#ledger/formats/ocsf.ts'
import type { CorrelationRule, EventRule, SigmaRule } from './rules.ts'

const MINUTE_MS = 60_000

/** Whether a rule fires on events. `others` are the rules of its file, which it may refer to. */
export function fires(rule: SigmaRule, others: readonly SigmaRule[], events: readonly OcsfEvent[]): boolean {
  if ('detection' in rule) return events.some((event) => matches(rule, event))
  return counts(rule, referredTo(rule, others), events)
}

function referredTo({ correlation }: CorrelationRule, others: readonly SigmaRule[]): EventRule {
  const found = others.find(({ name }) => name === correlation.rules[0])
  if (!found || !('detection' in found)) throw new Error(`no rule ${correlation.rules[0]}`)
  return found
}

/** `one and not other`. */
function matches({ detection: { condition, selections } }: EventRule, event: OcsfEvent): boolean {
  return condition.split(' and ').every((term) => {
    const [, not, name = ''] = /^(not )?([a-z_]+)$/.exec(term) ?? []
    const wanted = selections[name]
    if (!wanted) throw new Error(`no selection in "${term}"`)
    const isMet = Object.entries(wanted).every(
      ([field, value]) => valueAt(event, field)?.toLowerCase() === value.toLowerCase(),
    )
    return isMet !== (not !== undefined)
  })
}

function counts({ correlation }: CorrelationRule, rule: EventRule, events: readonly OcsfEvent[]): boolean {
  const [by = ''] = correlation['group-by']
  const spanMs = Number.parseInt(correlation.timespan, 10) * MINUTE_MS
  const groups = Map.groupBy(
    events.filter((event) => matches(rule, event) && valueAt(event, by) !== undefined),
    (event) => valueAt(event, by),
  )
  return [...groups.values()].some((members) => {
    const times = members.map(({ time }) => Number(time)).toSorted((a, b) => a - b)
    return times.some((start, first) => {
      const end = times.findIndex((time) => time >= start + spanMs)
      return (end === -1 ? times.length : end) - first > correlation.condition.gt
    })
  })
}

function valueAt(event: OcsfEvent, field: string): string | undefined {
  const value = field
    .split('.')
    .reduce<unknown>(
      (within, name) =>
        typeof within === 'object' && within !== null
          ? Object.entries(within).find(([key]) => key === name)?.[1]
          : undefined,
      event,
    )
  return typeof value === 'string' ? value : undefined
}
