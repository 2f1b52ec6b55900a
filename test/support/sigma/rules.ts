import fs from 'node:fs'
import path from 'node:path'
import { parseAllDocuments } from 'yaml'
import { z } from 'zod'

const FOLDER = path.resolve(import.meta.dirname, '../../../integrations/sigma')

const text = z.string().min(1)
const described = {
  title: text.max(256),
  id: z.uuidv4(),
  name: z
    .string()
    .regex(/^[a-z_]+$/)
    .optional(),
  status: z.enum(['experimental', 'test', 'stable']),
  description: text,
  author: z.literal('QuantumShield'),
  date: z.iso.date(),
  tags: z.array(z.string().regex(/^attack\.(t\d{4}(\.\d{3})?|[a-z]+(-[a-z]+)*)$/)).min(2),
  falsepositives: z.array(text).min(1),
  level: z.enum(['informational', 'low', 'medium', 'high', 'critical']),
}

/** Fields that have to equal a text. Wildcards and modifiers are not used. */
const selection = z.record(z.string().regex(/^[a-z_.]+$/), z.string().regex(/^[^*?|]+$/))

const eventRule = z.strictObject({
  ...described,
  logsource: z.strictObject({ product: z.literal('quantumshield'), service: z.literal('audit') }),
  detection: z
    .object({ condition: text })
    .catchall(z.union([selection, z.string()]))
    .transform(({ condition, ...selections }) => ({
      condition,
      selections: z.record(z.string(), selection).parse(selections),
    })),
})

const correlationRule = z.strictObject({
  ...described,
  correlation: z.strictObject({
    type: z.literal('event_count'),
    rules: z.array(text).length(1),
    'group-by': z.array(text).length(1),
    timespan: z.string().regex(/^\d+m$/),
    condition: z.strictObject({ gt: z.int().positive() }),
  }),
})

export type EventRule = z.output<typeof eventRule>
export type CorrelationRule = z.output<typeof correlationRule>
export type SigmaRule = EventRule | CorrelationRule

/** The rules of each file, by its name without the ending. Refuses what `evaluate.ts` does not know. */
export function readSigmaRules(): Map<string, SigmaRule[]> {
  const files = fs.readdirSync(FOLDER).toSorted()
  return new Map(files.map((file) => [path.basename(file, '.yml'), readRules(path.join(FOLDER, file))]))
}

function readRules(file: string): SigmaRule[] {
  return parseAllDocuments(fs.readFileSync(file, 'utf8')).map((document) => {
    const [problem] = [...document.errors, ...document.warnings]
    if (problem) throw new Error(file, { cause: problem })
    return z.union([eventRule, correlationRule]).parse(document.toJS())
  })
}
