import { test as base } from '@playwright/test'
import { typeAsPeopleDo } from './firefox/typing.ts'
import { prepareVault } from './account/prepared-person.ts'
import { type Stage, openStage } from './transfers.ts'

/**
 * A running server with default settings behind a gate, started once per worker and shared by all specs that take `sharedStage`.
 * Other specs' people live there too: a test on it makes people of its own, and expects nothing of what concerns the whole installation
 * (the first account, everybody's mails, the status of the server). What needs that, or other settings, or a restart, starts a server.
 */
export const test = base.extend<{ gateOpens: void; typing: void }, { sharedStage: Stage }>({
  sharedStage: [
    // Playwright reads the names of fixtures from the pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const stage = await openStage()
      // The first account owns the organisation; nobody's test should depend on having come first.
      await prepareVault(stage.url, { email: 'first@example.org', password: 'a password of mine', firstName: 'First' })
      await use(stage)
      await stage.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  typing: [
    async ({ context, browserName }, use) => {
      if (browserName === 'firefox') await typeAsPeopleDo(context)
      await use()
    },
    { auto: true },
  ],
  // What one test holds back or cuts is no business of the next one.
  gateOpens: [
    async ({ sharedStage }, use) => {
      await use()
      sharedStage.gate.reset()
    },
    { auto: true },
  ],
})
