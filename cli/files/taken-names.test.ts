import fs from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { CommandLine } from '../../test/support/command-line.ts'
import { type TestServer, startServer } from '../../test/support/server/test-server.ts'
import { personWithVault } from '../../test/support/people/vault-person.ts'

const listed = z.array(z.object({ path: z.string(), id: z.string() }))
const computer = new CommandLine()
let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(async () => {
  await server.stop()
  computer.remove()
})
beforeEach(async () => {
  computer.moveOn()
  await computer.signIn(server.url, await personWithVault(server))
})

const paths = async (): Promise<string[]> =>
  listed.parse(await computer.json(['ls', '--all'])).map((entry) => entry.path)
const contentOf = async (name: string): Promise<string> =>
  (await computer.run(['get', name, '--output', '-'])).stdout.toString()
const note = (text: string): string => computer.makeFile('note.txt', Buffer.from(text))

describe('a name that is taken', () => {
  test('stores nothing of the batch, says so by its exit status, and names the ways on', async () => {
    const first = note('one')
    await computer.json(['put', first])

    const refused = await computer.run(['put', computer.makeFile('free.txt', Buffer.from('x')), note('two'), '--json'])
    expect(refused.status).toBe(6)
    expect(JSON.parse(refused.stderr)).toMatchObject({ error: { code: 'name_taken' } })
    for (const way of ['--replace', '--keep-both', '--skip-existing']) expect(refused.stderr).toContain(way)
    expect(await paths()).toEqual(['note.txt'])
    expect((await computer.run(['put', '-', '--name', 'note.txt'], { input: 'three' })).status).toBe(6)
    expect((await computer.run(['put', note('a'), note('b'), '--into', 'New'])).status).toBe(6)
    expect(await paths()).toEqual(['note.txt'])
    expect((await computer.run(['put', first, '--replace', '--keep-both'])).status).toBe(2)
  })

  test('--replace gives the stored file the new content, --keep-both numbers, both also from a pipe', async () => {
    const [stored] = listed.parse(await computer.json(['put', note('one')]))
    const replaced = listed.parse(await computer.json(['put', note('two'), '--replace']))
    expect(replaced).toEqual([expect.objectContaining({ path: 'note.txt', id: stored?.id })])
    expect(await contentOf('note.txt')).toBe('two')

    await computer.json(['put', note('three'), note('four'), '--keep-both'])
    expect((await paths()).toSorted()).toEqual(['note (2).txt', 'note (3).txt', 'note.txt'])
    expect(await contentOf('note (3).txt')).toBe('four')

    const piped = await computer.run(['put', '-', '--name', 'note.txt', '--replace'], { input: 'piped' })
    expect(piped.status, piped.stderr).toBe(0)
    expect(await contentOf('note.txt')).toBe('piped')
    expect(await paths()).toHaveLength(3)
  })

  test('--replace never puts one file of a batch in the place of another: the second is numbered', async () => {
    const [stored] = listed.parse(await computer.json(['put', note('old')]))

    await computer.json(['put', note('one'), note('two'), '--replace'])
    expect((await paths()).toSorted()).toEqual(['note (2).txt', 'note.txt'])
    expect(await contentOf(stored?.id ?? '')).toBe('one')
    expect(await contentOf('note (2).txt')).toBe('two')
  })

  test('--skip-existing leaves what is there; with --replace it brings only what differs', async () => {
    const file = note('one')
    await computer.json(['put', file])

    const skipped = await computer.run(['put', note('longer'), '--skip-existing'])
    expect(skipped.status).toBe(0)
    expect(skipped.stderr).toContain('with another size; it was left as it is')
    expect(await contentOf('note.txt')).toBe('one')

    expect(await computer.json(['put', file, '--skip-existing', '--replace'])).toEqual([])
    fs.writeFileSync(file, 'one more')
    expect(await computer.json(['put', file, '--skip-existing', '--replace'])).toHaveLength(1)
    expect(await contentOf('note.txt')).toBe('one more')
  })

  test('stops a move, of files and of folders', async () => {
    await computer.json(['put', note('one')])
    await computer.json(['put', note('two'), '--into', 'Box'])
    await computer.json(['mkdir', 'Old/Box'])

    const refused = await computer.run(['mv', 'note.txt', '--into', 'Box'])
    expect(refused.status).toBe(6)
    expect(refused.stderr).toContain('Nothing was moved')
    expect((await computer.run(['mv', 'Box', '--into', 'Old'])).status).toBe(6)
    expect((await computer.run(['mv', 'note.txt', 'Box/note.txt', '--into', 'Old'])).status).toBe(6)
    expect((await paths()).toSorted()).toEqual(['Box/note.txt', 'note.txt'])
    expect((await computer.run(['mv', 'note.txt', '--into', 'Old'])).status).toBe(0)
  })
})
