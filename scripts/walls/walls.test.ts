import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { featureViolations } from './features.ts'
import { type Import, readImports } from './imports.ts'
import { mutualPairs, pairViolations } from './mutual-pairs.ts'
import { walls } from './rules.ts'
import { sharedModules } from './shared-modules.ts'
import { BY_NAME, NO_CIRCLES, type Rule, violationsOf } from './violations.ts'

/** Ways of naming a module; each is as much an import as the first, as the circles below show. */
const FORMS = {
  import: (specifier: string) => `import { a } from '${specifier}'\nconsole.log(a)`,
  'type import': (specifier: string) => `import type { A } from '${specifier}'\nexport type B = A`,
  're-export': (specifier: string) => `export * from '${specifier}'`,
  'dynamic import': (specifier: string) => `export const a = import('${specifier}')`,
  'type of an import': (specifier: string) => `export type A = import('${specifier}').A`,
  'worker address': (specifier: string) => `import a from '${specifier}?worker&url'\nconsole.log(a)`,
}

/** Writes `files` and package.json into a folder of their own and reads what they import. */
function importsOf(files: Record<string, string>): Import[] {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-walls-'))
  onTestFinished(() => fs.rmSync(root, { recursive: true }))
  fs.copyFileSync(path.resolve(import.meta.dirname, '../../package.json'), path.join(root, 'package.json'))
  for (const [file, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    fs.writeFileSync(path.join(root, file), text)
  }
  return readImports(root)
}

/** The file that `planted` names, from the root of the repository. */
function targetOf({ planted: { file, imports } }: Rule): string {
  if (imports.startsWith('#')) return imports.slice(1)
  return path.posix.join(path.posix.dirname(file), imports)
}

function relativePath(from: string, to: string): string {
  const relative = path.posix.relative(path.posix.dirname(from), to)
  return relative.startsWith('.') ? relative : `./${relative}`
}

describe('rules', () => {
  test.each(walls.rules)('$name: refuses a planted type, and a module by its relative path as well', (rule) => {
    const { file, imports: specifier } = rule.planted
    const isOurs = /^[.#]/.test(specifier)
    const lines = [FORMS['type import'](specifier)]
    if (specifier.startsWith('#')) lines.push(FORMS.import(relativePath(file, targetOf(rule))))
    const imports = importsOf({ [file]: lines.join('\n'), ...(isOurs && { [targetOf(rule)]: '' }) })

    const violations = violationsOf(imports, { ...walls, aliased: [], rules: [rule], exceptions: [] })

    const expected: unknown = expect.stringMatching(`^${file} → .*: ${rule.name}$`)
    expect(violations).toEqual(lines.map(() => expected))
  })

  test.each(Object.entries(FORMS).flatMap(([name, form]) => ['#vault/b.ts', 'zod'].map((to) => ({ name, to, form }))))(
    '$name of $to is read',
    ({ to, form }) => {
      const imports = importsOf({ 'web/a.ts': form(to), 'vault/b.ts': '' })

      expect(imports.map((one) => one.to)).toEqual([to.startsWith('#') ? 'vault/b.ts' : 'npm:zod'])
    },
  )

  test('one that binds what is reached refuses it behind another module', () => {
    const imports = importsOf({
      'web/site/page.tsx': "import '#web/lib/a.ts'",
      'web/lib/a.ts': "import { z } from 'zod'\nexport const a = z",
      'web/site/other.tsx': "import '#web/lib/b.ts'",
      'web/lib/b.ts': "import type { z } from 'zod'\nexport type A = z.ZodType",
    })
    const rules = walls.rules.filter(({ name }) => name === 'the site loads no zod')

    expect(violationsOf(imports, { ...walls, rules, exceptions: [] })).toEqual([
      'web/site/page.tsx → npm:zod through web/lib/a.ts: the site loads no zod',
    ])
  })

  test('one that matches no module any more is reported', () => {
    const rule: Rule = { name: 'of old', from: /^gone\//, never: /^server\//, planted: { file: '', imports: '' } }

    expect(violationsOf([], { ...walls, rules: [rule], exceptions: [] })).toEqual([
      'no module matches /^gone\\//: of old',
    ])
  })
})

describe('circles', () => {
  const none = { aliased: [], rules: [], exceptions: [] }

  test.each(Object.entries(FORMS))('closed by a %s are refused', (_, form) => {
    const imports = importsOf({ 'a.ts': "import './b.ts'", 'b.ts': "import './c.ts'", 'c.ts': form('./a.ts') })

    expect(violationsOf(imports, none)).toEqual([expect.stringMatching(`^a.ts → b.ts → c.ts → a.ts: ${NO_CIRCLES}`)])
  })

  test('two ways to one module are none', () => {
    const imports = importsOf({ 'a.ts': "import './b.ts'\nimport './c.ts'", 'b.ts': "import './c.ts'", 'c.ts': '' })

    expect(violationsOf(imports, none)).toEqual([])
  })

  test('an exception opens one, and is reported once there is none', () => {
    const exceptions = [{ rule: NO_CIRCLES, from: /^a/, to: /^b/, why: 'a test' }]
    const circle = importsOf({ 'a.ts': "import './b.ts'", 'b.ts': "import './a.ts'" })
    const line = importsOf({ 'a.ts': "import './b.ts'", 'b.ts': '' })

    expect(violationsOf(circle, { ...none, exceptions })).toEqual([])
    expect(violationsOf(line, { ...none, exceptions })).toEqual([expect.stringContaining('exception without use')])
  })
})

describe('features', () => {
  const shared = { vault: { spaces: ['shared.ts'] } }
  const files = { 'vault/spaces/own.ts': '', 'vault/spaces/shared.ts': '', 'vault/spaces/deep/own.ts': '' }
  const uses = (file: string, imported: string) =>
    featureViolations(importsOf({ ...files, [file]: `import '#vault/${imported}'` }), shared)
  const unused = 'no other feature uses vault/spaces/shared.ts: take it off the list'

  test('use what is shared', () => {
    expect(uses('vault/files/a.ts', 'spaces/shared.ts')).toEqual([])
  })

  test.each([
    ['another feature', 'vault/files/a.ts', 'spaces/own.ts'],
    ['a folder within another feature', 'vault/files/deep/a.ts', 'spaces/deep/own.ts'],
    ['a module above the features', 'vault/a.ts', 'spaces/own.ts'],
  ])("do not use each other's own modules: %s", (_, file, imported) => {
    expect(uses(file, imported)).toEqual([expect.stringMatching(`^${file} → vault/${imported}: `), unused])
  })

  test.each([
    ['the feature itself', 'vault/spaces/a.ts'],
    ['a test', 'vault/files/a.test.ts'],
    ['another part', 'web/workers/a.ts'],
  ])('are open to %s', (_, file) => {
    expect(uses(file, 'spaces/own.ts')).toEqual([unused])
  })
})

test('the list of features alone reaches the feature module of a room', () => {
  const files = { 'server/sales/feature.ts': '', 'server/sales/own.ts': '' }
  const from = (file: string, target: string) =>
    featureViolations(importsOf({ ...files, [file]: `import './sales/${target}'` }), { server: {} })

  expect(from('server/features.ts', 'feature.ts')).toEqual([])
  expect(from('server/features.ts', 'own.ts')).toHaveLength(1)
  expect(from('server/app.ts', 'feature.ts')).toHaveLength(1)
})

test('a relative import of another part is refused', () => {
  const imports = importsOf({ 'scripts/planted.ts': "import '../vault/a.ts'", 'vault/a.ts': '' })

  expect(violationsOf(imports, { ...walls, rules: [], exceptions: [] })).toEqual([
    `scripts/planted.ts → vault/a.ts: ${BY_NAME}`,
  ])
})

test('an exception that nothing needs is reported', () => {
  const exceptions = [{ rule: BY_NAME, from: /^web\/site\//, to: /^web\//, why: 'a test' }]

  expect(violationsOf([], { ...walls, rules: [], exceptions })).toEqual([expect.stringContaining('remove it')])
})

test('an exception for what is loaded when it is needed does not excuse an import that comes along', () => {
  const exceptions = [{ rule: 'no b', from: /^a/, to: /^b/, isLazy: true as const, why: 'a test' }]
  const rules = [{ name: 'no b', from: /^a/, never: /^b/, planted: { file: '', imports: '' } }]
  const found = (form: keyof typeof FORMS) =>
    violationsOf(importsOf({ 'a.ts': FORMS[form]('./b.ts'), 'b.ts': '' }), { aliased: [], rules, exceptions })

  expect(found('dynamic import')).toEqual([])
  expect(found('import')).toContain('a.ts → b.ts: no b')
  const both = importsOf({ 'a.ts': `${FORMS.import('./b.ts')}\n${FORMS['dynamic import']('./b.ts')}`, 'b.ts': '' })
  expect(violationsOf(both, { aliased: [], rules, exceptions })).toContain('a.ts → b.ts: no b')
})

describe('this repository', () => {
  let imports: Import[]
  beforeAll(() => {
    imports = readImports(path.resolve(import.meta.dirname, '../..'))
  })

  test('breaks no rule', () => {
    expect(violationsOf(imports, walls)).toEqual([])
  })

  test('its features use of each other what is shared', () => {
    expect(featureViolations(imports, sharedModules)).toEqual([])
  })
})

describe('rooms of a floor', () => {
  const files = {
    'vault/files/list.ts':
      "import type { A } from '../sharing/grants.ts'\nimport '../spaces/deep/space.ts'\nexport type B = A",
    'vault/sharing/grants.ts': "import '../files/list.ts'\nexport type A = string",
    'vault/spaces/deep/space.ts': '',
    'vault/spaces/space.test.ts': "import '../files/list.ts'",
    'vault/all.ts': "import './files/list.ts'",
  }

  test('that import each other are a pair, by types too, and not by tests or files of the floor', () => {
    expect(mutualPairs(importsOf(files))).toEqual(['vault: files and sharing'])
  })

  test('are refused when they are new, and when a known pair is gone', () => {
    const imports = importsOf(files)
    expect(pairViolations(imports, ['vault: files and sharing'])).toEqual([])
    expect(pairViolations(imports, ['vault: files and spaces'])).toEqual([
      expect.stringMatching(/^vault: files and sharing import each other/),
      expect.stringMatching(/^vault: files and spaces no longer/),
    ])
  })
})
