import type { TestRun, VaultClient } from '#web/lib/remote/vault-client.ts'
import { checks as text } from '#web/messages/checks/checks.ts'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'

type Checks = VaultClient['checks']
const saidTo = new WeakMap<Checks, Set<string>>()

/** Says the end of a run in a toast, once: the page of runs and the one that began the run both follow it. */
export function sayEnd(checks: Checks, { id, status, passedTests, failedTests, skippedTests }: TestRun): void {
  const said = saidTo.get(checks) ?? new Set()
  if (status === 'running' || said.has(id)) return
  saidTo.set(checks, said.add(id))
  if (status !== 'completed') return
  const say = failedTests > 0 ? toastError : toastDone
  say(text.toasts.completed, text.summary.bar(passedTests, failedTests, skippedTests))
}
