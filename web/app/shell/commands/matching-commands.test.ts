import { FileText } from 'lucide-react'
import { expect, test } from 'vitest'
import type { VaultFile } from '#web/lib/remote/vault-client.ts'
import { fileCommands, matching } from './matching-commands.ts'

const item = (label: string) => ({ id: label, label, Icon: FileText, onPress: () => undefined })
const file = (name: string) => ({ id: name, name }) as VaultFile
const names = (files: VaultFile[], text: string) => fileCommands(files, text, () => undefined).map(({ label }) => label)

test('every word must be in the label', () => {
  const items = [item('Audit Logs'), item('Activity')]
  expect(matching(items, 'LOGS au').map(({ label }) => label)).toEqual(['Audit Logs'])
  expect(matching(items, ' ')).toHaveLength(2)
})

test('files appear once something was typed, those that begin with it first, and not too many', () => {
  const files = ['old report.pdf', 'Report 2026.pdf', 'photo.jpg'].map(file)
  expect(names(files, '')).toEqual([])
  expect(names(files, 'report')).toEqual(['Report 2026.pdf', 'old report.pdf'])
  expect(
    names(
      Array.from({ length: 100 }, (_, at) => file(`a${at}`)),
      'a',
    ),
  ).toHaveLength(20)
})

test('choosing a file searches for its name', () => {
  let found = ''
  fileCommands([file('a.txt')], 'a', (name) => (found = name))[0]?.onPress()
  expect(found).toBe('a.txt')
})
