import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compileGuide } from '#web/site/documentation/build/compile-guide.ts'
import { signedInPerson } from './support/people/people.ts'
import { type TestServer, startServer } from './support/server/test-server.ts'
import { VAULT_PASSWORD, personWithVault } from './support/people/vault-person.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const GUIDES = path.join(ROOT, 'web/site/documentation/guides')
/** What the guides call these things. */
const ADDRESS = 'http://localhost:3000'
const VAULT_ACCOUNT = 'you@example.org'
const PROGRAM = 'program@example.org'
/** What a block in a folder of the source may name. */
const LINKED = ['cli', 'crypto', 'contract', 'vault', 'node_modules', 'package.json']

type Block = { language: string; text: string }

const guides = fs.readdirSync(GUIDES).map((file) => {
  const slug = file.replace(/\.md$/, '')
  const { body } = compileGuide(slug, fs.readFileSync(path.join(GUIDES, file), 'utf8'))
  const blocks: Block[] = body.flatMap((node) => {
    if (typeof node === 'string' || node.tag !== 'pre') return []
    const [language = '', mark] = node.language.split(' ')
    return mark === 'verify' ? [{ language, text: node.text }] : []
  })
  return { slug, blocks }
})

let server: TestServer

beforeAll(async () => {
  server = await startServer()
  await personWithVault(server, VAULT_ACCOUNT)
  await signedInPerson(server, { email: PROGRAM })
})
afterAll(() => server.stop())

test('guides hold blocks to run, in both languages', () => {
  const blocks = guides.flatMap((guide) => guide.blocks)
  expect(blocks.length).toBeGreaterThan(15)
  expect(new Set(blocks.map(({ language }) => language))).toEqual(new Set(['sh', 'js']))
})

describe('code of the documentation runs as it stands there', () => {
  for (const { slug, blocks } of guides.filter((guide) => guide.blocks.length > 0)) {
    test(slug, { timeout: 120_000 }, async () => {
      const folder = newFolder()
      try {
        for (const run of inRuns(blocks)) {
          const { status, output } = await execute(run, folder)
          expect(status, `${run.text}\n${output}`).toBe(0)
        }
      } finally {
        fs.rmSync(folder, { recursive: true, force: true })
      }
    })
  }
})

test('a block that fails is noticed', async () => {
  const folder = newFolder()
  expect((await execute({ language: 'sh', text: 'false\ntrue' }, folder)).status).not.toBe(0)
  expect((await execute({ language: 'js', text: 'throw new Error("x")' }, folder)).status).not.toBe(0)
  fs.rmSync(folder, { recursive: true, force: true })
})

/** Shell blocks that follow each other share their variables, as in one terminal. */
function inRuns(blocks: readonly Block[]): Block[] {
  const runs: Block[] = []
  for (const block of blocks) {
    const last = runs.at(-1)
    if (last?.language === 'sh' && block.language === 'sh') last.text += `\n${block.text}`
    else runs.push({ ...block })
  }
  return runs
}

/** Looks like the folder of the source, and what is written to it harms nothing. */
function newFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-guide-'))
  for (const name of LINKED) fs.symlinkSync(path.join(ROOT, name), path.join(folder, name))
  return folder
}

function execute({ language, text }: Block, folder: string): Promise<{ status: number | null; output: string }> {
  const code = text.replaceAll(ADDRESS, server.url)
  const file = path.join(folder, language === 'js' ? 'block.mjs' : 'block.sh')
  fs.writeFileSync(file, language === 'js' ? code : `set -euo pipefail\n${code}\n`)
  const child = spawn(language === 'js' ? process.execPath : 'bash', [file], {
    cwd: folder,
    env: {
      ...process.env,
      PATH: `${path.dirname(process.execPath)}:${process.env['PATH']}`,
      QUANTUMSHIELD_HOME: path.join(folder, '.home'),
      QUANTUMSHIELD_PASSWORD: VAULT_PASSWORD,
    },
  })
  return new Promise((resolve) => {
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('close', (status) => resolve({ status, output }))
  })
}
