import fs from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { SETTING_NAMES } from '#server/settings/table.ts'
import { settingNotices } from '#server/settings/notices.ts'

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8')
const PAGES = ['docs/self-hosting.md', 'docs/three-nodes.md']
const text = read('docs/self-hosting.md')
const blocks = (language: string) =>
  [...text.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gs'))].map(([, code = '']) => code)

test('the server takes the settings of the guide, and has nothing to say to them', () => {
  const [settings = '', ...others] = blocks('ini')
  expect(others).toEqual([])
  const environment: Record<string, string> = {}
  for (const [name, value] of Object.entries(parseEnv(settings))) environment[name] = value ?? ''
  expect(Object.keys(environment).filter((name) => !SETTING_NAMES.includes(name))).toEqual([])
  const config = readConfig(environment)
  expect(config).toMatchObject({
    publicUrl: 'https://files.example.org',
    trustProxy: true,
    mailFrom: environment['MAIL_FROM'],
  })
  expect(settingNotices(environment, { known: SETTING_NAMES, config })).toEqual([])
})

test.each(PAGES)('what %s names is there: files, settings and commands', (page) => {
  const content = read(page)
  const files = [...content.matchAll(/\b((?:examples|scripts|test|bench)\/[\w./-]*\w)/g)].map(([, file = '']) => file)
  expect(files.length).toBeGreaterThan(4)
  expect(files.filter((file) => !fs.existsSync(path.join(root, file)))).toEqual([])
  const settings = [...content.matchAll(/`([A-Z][A-Z0-9]+_[A-Z0-9_]+)(?:=[^`]*)?`/g)].map(([, name = '']) => name)
  expect(settings.length).toBeGreaterThan(4)
  expect(
    settings.filter((name) => !SETTING_NAMES.includes(name.replace(/_FILE$/, '')) && !SETTING_NAMES.includes(name)),
  ).toEqual([])
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'))
  const commands = [...content.matchAll(/npm run (?:-s |--silent )?([\w-]+)/g)].map(([, name = '']) => name)
  expect(commands.filter((name) => scripts[name] === undefined)).toEqual([])
})

test('the folders of the guide are those of the units', () => {
  const unit = read('examples/systemd/quantumshield.service')
  for (const line of [
    'DATA_DIR=/var/lib/quantumshield',
    'EnvironmentFile=/etc/quantumshield.env',
    'WorkingDirectory=/opt/quantumshield',
  ]) {
    expect(unit).toContain(line)
    expect(read('examples/systemd/quantumshield-backup.service')).toContain(line)
  }
  const shell = blocks('sh').join('\n')
  for (const folder of ['/opt/quantumshield', '/etc/quantumshield.env', '/var/lib/quantumshield'])
    expect(shell).toContain(folder)
  expect(read('examples/systemd/quantumshield-backup.service')).toContain('/mnt/backup')
})
