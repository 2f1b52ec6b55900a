import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { AUTH_EVENTS, DATABASE_EVENTS, TABLE_EVENTS } from '#contract/audit/audit-events.ts'
import { FEATURE_EVENTS } from '#contract/features/all-facts.ts'
import { readShippedSchema } from '#server/db/shipped-schema.ts'

/** The schema as the migrations leave it; `test/schema.test.ts` holds it to the database. */
const schema = fs.readFileSync(path.resolve(import.meta.dirname, '../../server/db/schema.sql'), 'utf8')
const functions = readShippedSchema()
  .functions.all.map(({ makes }) => makes)
  .join('')

test('every trigger that records changed rows is in TABLE_EVENTS, and the other way round', () => {
  const triggers = schema.matchAll(
    /CREATE TRIGGER \w+ AFTER ([^;]*?) ON \w+\.(\w+)[^;]*?EXECUTE FUNCTION audit\.record_change\('(\w+)', '(\w+)'/g,
  )
  const found: Record<string, Record<string, string>> = {}
  for (const [, operations = '', table = '', category = '', risk = ''] of triggers) {
    const named = operations.replaceAll(/ OF [\w, ]+?(?= OR |$)/g, '').split(' OR ')
    const risks = Object.fromEntries(named.map((operation) => [operation.toLowerCase(), risk]))
    found[table] = { ...found[table], category, ...risks }
  }
  expect(Object.keys(found).length).toBeGreaterThan(40)
  expect(found).toEqual(TABLE_EVENTS)
})

test('what functions of the database record by name is in DATABASE_EVENTS', () => {
  const calls = [...functions.matchAll(/audit\.record\('([\w.]+)', '(\w+)', [^;]*?'success', '(\w+)'/g)]
  const recorded = calls.map(([, type = '', category = '', risk = '']) => [type, { category, risk }] as const)
  const ofFeatures = Object.entries(FEATURE_EVENTS).map(([type, { category, risk }]) => [type, { category, risk }])
  const known: Record<string, unknown> = { ...DATABASE_EVENTS, ...Object.fromEntries(ofFeatures) }
  expect(recorded.length).toBeGreaterThan(1)
  // One function records them all, in one category.
  const exports = [...functions.matchAll(/perform audit\.record_export\('([\w.]+)'/g)].map(([, type = '']) => type)
  expect(exports.length).toBeGreaterThan(8)
  for (const type of exports) expect(known[type], type).toEqual({ category: 'data_access', risk: 'medium' })
  for (const [type, event] of recorded) expect(known[type], type).toEqual(event)
  for (const type of Object.keys(DATABASE_EVENTS)) {
    const [subject = '', action = ''] = type.split('.')
    // The events of a domain and of a team are put together from what they are about and what happened to it.
    const isBuilt =
      functions.includes(`'${subject}.' || change`) &&
      (functions.includes(`'${action}'`) || /^(insert|delete)$/.test(action))
    expect(isBuilt || functions.includes(`'${type}'`), type).toBe(true)
  }
})

test('people are notified of the events that say so', () => {
  const [, when = ''] = schema.match(/CREATE TRIGGER system_audit_log_notify [^;]*ARRAY\[([^\]]*)\]/) ?? []
  const events = [...when.matchAll(/'([\w.]+)'/g)].map(([, type = '']) => type)
  const [, body = ''] = functions.match(/function notify\.on_event\(\)([^$]*\$\$[^$]*)/) ?? []
  const cases = Object.fromEntries(
    [...body.matchAll(/when '([\w.]+)' then '(\w+)'/g)].map(([, type, notice]) => [type, notice]),
  )
  const [, otherwise] = body.match(/else '(\w+)'/) ?? []
  const noticed = Object.entries(AUTH_EVENTS).flatMap(([type, event]) =>
    'notice' in event ? [[type, event.notice]] : [],
  )
  expect(Object.fromEntries(events.map((type) => [type, cases[type] ?? otherwise]))).toEqual(
    Object.fromEntries(noticed),
  )
})
