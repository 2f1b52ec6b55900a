import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { runCommand } from '../support/server/plain-node.ts'

const nowhere = { DATA_DIR: path.join(os.tmpdir(), 'quantumshield-nowhere') }

test.each<[string, string[], string]>([
  ['backup', [], 'Name a command.'],
  ['backup', ['tkae'], "Unknown command 'tkae'."],
  ['backup', ['list', 'all'], "Unknown command 'list all'."],
  ['config', ['chekc'], "Unknown command 'chekc'."],
  ['config', ['check', '--jsn'], "Unknown option '--jsn'."],
  ['content', ['remove'], "Unknown command 'remove'."],
  ['content', ['remove-leftovers'], 'remove-leftovers takes --at-most <number>.'],
  ['content', ['--at-least', '5'], "Unknown option '--at-least'."],
  ['doctor', ['--jsn'], "Unknown option '--jsn'."],
  ['doctor', ['all'], "Unexpected argument 'all'."],
  ['ledger', ['chekc'], "Unknown command 'chekc'."],
  ['ledger', ['new-epoch'], '--reason is missing.'],
  ['ledger', ['erase-person', 'ada', '--reason', 'a request'], 'erase-person takes the id of a person.'],
  ['restore', ['latest'], "Unexpected argument 'latest'."],
  ['restore', ['--form', '/tmp'], "Unknown option '--form'."],
  ['rotate-keys', ['--algorithm', 'RS1'], '--algorithm takes ES256'],
  ['scrub', ['all'], "Unexpected argument 'all'."],
  ['scrub', ['--sample', '0'], '--sample takes a number above 0'],
  ['scrub', ['--all', '--sample', '5'], '--all, --sample and --repair-from exclude each other.'],
  ['scrub', ['--all', '--rate', 'fast'], '--rate takes a number above 0'],
  ['scrub', ['--every'], "Unknown option '--every'."],
  ['secrets', ['foo'], "Unknown command 'foo'."],
  ['secrets', ['show'], 'show takes the name of a secret.'],
  ['secrets', ['list', 'server-secret'], "Unknown command 'list server-secret'."],
  ['upgrade', ['now'], "Unexpected argument 'now'."],
  ['upgrade', ['--dry'], "Unknown option '--dry'."],
  ['user', ['list', '--jsn'], "Unknown option '--jsn'."],
  ['user', ['remove', 'ada@example.org'], "Unknown command 'remove'."],
])('%s %j: what was not understood, the help, and 2', (name, words, sentence) => {
  const help = runCommand(name, ['--help'], nowhere)
  const { status, said } = runCommand(name, words, nowhere)
  expect(help.status).toBe(0)
  expect(said.split('\n')[0]).toContain(sentence)
  expect(said.endsWith(`\n\n${help.said}`), said).toBe(true)
  expect(status).toBe(2)
})
