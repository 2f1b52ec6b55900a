import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { needs } from '#crypto/testing/needs.ts'
import { ROOT } from '../support/server/server-process.ts'

const UNIT = 'quantumshield.service'
const text = fs.readFileSync(path.join(ROOT, 'examples/systemd', UNIT), 'utf8')
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

/** What systemd says of the unit, with the program where this checkout is. */
function verify(unit: string, name = UNIT): { status: number | null; said: string } {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-unit-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true }))
  const file = path.join(folder, name)
  fs.writeFileSync(file, unit.replaceAll('/opt/quantumshield', ROOT))
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })
  // Units of the machine itself are looked at as well.
  return {
    status,
    said: stderr
      .split('\n')
      .filter((line) => line.includes('quantumshield'))
      .join('\n'),
  }
}

test('systemd understands every line of the example', needs(hasSystemd, 'systemd-analyze'), () => {
  expect(verify(text)).toEqual({ status: 0, said: '' })
  expect(verify(text.replace('RestartSec=2', 'RestartSeconds=2')).said).toMatch(/Unknown key.*RestartSeconds/)
})

test.each(['quantumshield-backup.service', 'quantumshield-backup.timer'])(
  'systemd understands every line of %s',
  needs(hasSystemd, 'systemd-analyze'),
  (name) => {
    const folder = path.join(ROOT, 'examples/systemd')
    const { said } = verify(fs.readFileSync(path.join(folder, name), 'utf8'), name)
    // The timer is looked at without the service that it starts.
    expect(said.replace(/.*quantumshield-backup\.service.*(not found|not loaded|No such file).*/g, '').trim()).toBe('')
  },
)

test('it is started again whatever it ended with, and has time to stop', () => {
  expect(text).toMatch(/^Restart=always$/m)
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(text)?.[1])).toBeGreaterThan(30 + 10)
})
