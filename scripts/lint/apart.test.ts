import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import config from '../../vitest.config.ts'

const root = path.resolve(import.meta.dirname, '../..')
const UNIT = '{contract,crypto,ledger,scripts,server,vault,web}/**/*.test.ts'

test('unit tests that replace the clock of their process run apart', () => {
  const apart = config.test?.projects?.flatMap((project) =>
    typeof project === 'object' && 'test' in project && project.test?.name === 'unit-apart' ? project.test.include : [],
  )
  const listed = (apart ?? []).flatMap((glob) => fs.globSync(glob ?? '', { cwd: root }))
  const replacing = fs
    .globSync(UNIT, { cwd: root, exclude: ['**/node_modules', 'web/dist'] })
    .filter((file) => !file.includes('.browser.'))
    .filter((file) => fs.readFileSync(path.join(root, file), 'utf8').match(/vi\.useFakeTimers\(/))
  expect(listed.toSorted()).toEqual(replacing.toSorted())
})
