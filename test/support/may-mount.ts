import { execFileSync } from 'node:child_process'
import fs from 'node:fs'

/** Whether this process may mount a small disk: root does, on a machine that is its own. */
export const mayMount = process.platform === 'linux' && process.getuid?.() === 0 && tryMount()

function tryMount(): boolean {
  const folder = fs.mkdtempSync('/tmp/quantumshield-mount-')
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' })
    execFileSync('umount', [folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  } finally {
    fs.rmdirSync(folder)
  }
}
