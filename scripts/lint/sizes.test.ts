import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const SIZES = ['max-lines', 'max-lines-per-function'] as const
type Size = (typeof SIZES)[number]
type Rules = { [rule in Size]?: 'off' | ['error', { max: number }] }
type Override = { files: string[]; rules: Rules }

const configuration: { rules: Rules; overrides: Override[] } = JSON.parse(
  fs.readFileSync(path.join(root, '.oxlintrc.json'), 'utf8').replaceAll(/^\s*\/\/.*$/gm, ''),
)

/** Pattern in the entry that all tests share. */
const TESTS = '**/*.test.ts'
/** Exceptions, one for each file that is longer than the limit, or has such a function. */
const exceptions = configuration.overrides
  .filter(({ files }) => !files.includes(TESTS))
  .flatMap(({ files, rules }) =>
    SIZES.flatMap((rule) => {
      const setting = rules[rule]
      return Array.isArray(setting) ? files.map((file) => ({ file, rule, max: setting[1].max })) : []
    }),
  )

/** Lints `files` with the limits alone, without exceptions. @returns the rules that they break, with the lines that were counted. */
function brokenBy(files: readonly string[]): { rule: string; file: string; lines: number }[] {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-sizes-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true }))
  const config = path.join(folder, 'sizes.json')
  const rules = Object.fromEntries(SIZES.map((rule) => [rule, configuration.rules[rule]]))
  fs.writeFileSync(config, JSON.stringify({ plugins: [], categories: { correctness: 'off' }, rules }))
  const oxlint = path.join(root, 'node_modules/.bin/oxlint')
  const { stdout } = spawnSync(oxlint, ['-c', config, '-f', 'json', ...files], { cwd: root, encoding: 'utf8' })
  const { diagnostics }: { diagnostics: { code: string; filename: string; message: string }[] } = JSON.parse(stdout)
  return diagnostics.map(({ code, filename, message }) => {
    const lines = Number(/too many lines \((\d+)\)/.exec(message)?.[1])
    return { rule: code, file: filename, lines }
  })
}

test('files end at 300 lines, tests at 600, and functions at 60', () => {
  expect(configuration.rules['max-lines']).toMatchObject(['error', { max: 300 }])
  expect(configuration.rules['max-lines-per-function']).toMatchObject(['error', { max: 60 }])
})

test.each([TESTS, '**/*.test.tsx', '**/*.spec.ts'])('%s ends at 600 lines', (pattern) => {
  const { rules } = configuration.overrides.find(({ files }) => files.includes(pattern)) ?? {}
  expect(rules?.['max-lines']).toMatchObject(['error', { max: 600 }])
})

test('every exception names one file, and its size of today', () => {
  const named = exceptions.map(({ file, rule, max }) => ({
    rule,
    max,
    file,
    files: fs.globSync(file, { cwd: root, exclude: ['**/node_modules'] }),
  }))
  const broken = brokenBy(named.flatMap(({ files }) => files))

  const tooLarge = named.flatMap(({ file, files, rule, max }) => {
    const found = broken.filter((one) => one.rule === `eslint(${rule})` && one.file === files[0])
    const size = files.length === 1 ? Math.max(0, ...found.map(({ lines }) => lines)) : 0
    return size === max ? [] : [{ file, rule, max, size }]
  })

  expect(tooLarge, 'Write the size to .oxlintrc.json as `max`, or remove the entry where the size is 0').toEqual([])
})

test('a function and a file over the limit are found', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-long-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true }))
  const long = path.join(folder, 'long.ts')
  const body = Array.from({ length: 301 }, (_, line) => `  console.log(${line})`).join('\n')
  fs.writeFileSync(long, `export function long() {\n${body}\n}\n`)

  expect(brokenBy([long]).map(({ rule, lines }) => ({ rule, lines }))).toEqual(
    expect.arrayContaining(SIZES.map((rule) => ({ rule: `eslint(${rule})`, lines: 303 }))),
  )
})
