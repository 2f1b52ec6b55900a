import fs from 'node:fs'
import path from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { ResolverFactory } from 'oxc-resolver'

/** One module names another. */
export type Import = {
  /** Path in the repository. */
  from: string
  /** Path in the repository, `npm:name`, `dev:name` for a package of devDependencies, or `node:name`. */
  to: string
  specifier: string
  /** Gone at run time. */
  isType: boolean
  /** Loaded when it is needed (`import()`), and not with the module that names it. */
  isLazy: boolean
}

const MODULES = '**/*.{ts,tsx,mts,mjs}'
const IGNORED = new Set(['node_modules', 'dist', 'dist-prerender', '.data', '.git'])

/** Every import of every module below `root`, with type imports, re-exports, dynamic imports and `import('…')` types, resolved. */
export function readImports(root: string): Import[] {
  const files = fs.globSync(MODULES, { cwd: root, exclude: (name) => IGNORED.has(path.basename(name)) })
  const resolver = new ResolverFactory({ extensions: ['.ts', '.tsx'], conditionNames: ['import', 'node'] })
  const { devDependencies = {} } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'))
  return files.toSorted().flatMap((file) => {
    const from = file.replaceAll(path.sep, '/')
    return specifiersOf(from, fs.readFileSync(path.join(root, file), 'utf8')).map(({ specifier, ...kind }) => {
      return { from, to: targetOf(specifier.replace(/\?.*$/, '')), specifier, ...kind }
    })

    function targetOf(specifier: string): string {
      if (specifier.startsWith('node:')) return specifier
      if (!/^[.#]/.test(specifier)) {
        const name = /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier
        return `${name in devDependencies ? 'dev' : 'npm'}:${name}`
      }
      const resolved = resolver.sync(path.resolve(root, path.dirname(file)), specifier).path
      if (!resolved) throw new Error(`${from} imports ${specifier}, which does not exist`)
      return path.relative(fs.realpathSync(root), resolved).replaceAll(path.sep, '/')
    }
  })
}

type Specifier = { specifier: string; isType: boolean; isLazy: boolean }

function specifiersOf(file: string, source: string): Specifier[] {
  const { module, program, errors } = parseSync(file, source)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  const found: Specifier[] = []
  for (const { moduleRequest, entries } of module.staticImports) {
    // `import {} from 'x'` and `import 'x'` run the module.
    const isType = entries.length > 0 && entries.every((entry) => entry.isType)
    found.push({ specifier: moduleRequest.value, isType, isLazy: false })
  }
  for (const { moduleRequest, isType } of module.staticExports.flatMap(({ entries }) => entries)) {
    if (moduleRequest) found.push({ specifier: moduleRequest.value, isType, isLazy: false })
  }
  // The syntax tree is costly to hand over; few files need it.
  if (/\bimport\s*\(/.test(source)) {
    new Visitor({
      ImportExpression: ({ source: { type, value } }: { source: { type: string; value?: unknown } }) => {
        if (type === 'Literal' && typeof value === 'string')
          found.push({ specifier: value, isType: false, isLazy: true })
      },
      TSImportType: ({ source: { value } }) => found.push({ specifier: value, isType: true, isLazy: false }),
    }).visit(program)
  }
  return merged(found)
}

/** One entry per specifier, a type import only when every mention is one, and lazy only when no mention that runs is not. */
function merged(found: Specifier[]): Specifier[] {
  return [...Map.groupBy(found, ({ specifier }) => specifier)].map(([specifier, mentions]) => {
    const atRunTime = mentions.filter(({ isType }) => !isType)
    const isLazy = atRunTime.length > 0 && atRunTime.every((mention) => mention.isLazy)
    return { specifier, isType: atRunTime.length === 0, isLazy }
  })
}
