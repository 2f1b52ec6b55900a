import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { functionsIn } from '#server/db/shipped-schema.ts'

const FOLDER = path.resolve(import.meta.dirname, '../../server/db/functions')
const files = fs
  .readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.sql'))
  .map((name) => ({ name, text: fs.readFileSync(path.join(FOLDER, name), 'utf8') }))
const functions = files.flatMap(({ text }) => functionsIn(text))

test('every function is made once', () => {
  const names = functions.map(({ name }) => name)
  expect(names.length).toBeGreaterThan(150)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})

test('a file holds functions, who may call them, and nothing else', () => {
  const others = files.map(({ name, text }) => {
    const rest = functionsIn(text).reduce((left, { makes }) => left.replace(makes, ''), text)
    const statements = rest
      .replaceAll(/^--.*/gm, '')
      .split(';')
      .map((statement) => statement.trim())
    return [name, statements.filter((one) => one !== '' && !/^(grant execute on|comment on) function /.test(one))]
  })
  expect(others.filter(([, statements]) => statements?.length)).toEqual([])
})

test('every function names where it searches, so that nobody can put something else in its way', () => {
  expect(functions.filter(({ makes }) => !/ set search_path = ''\nas \$\$\n/.test(makes))).toEqual([])
})

test('files are short', () => {
  expect(files.filter(({ text }) => text.split('\n').length > 300)).toEqual([])
})
