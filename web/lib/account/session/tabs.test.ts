import { beforeEach, describe, expect, test, vi } from 'vitest'
import { sessionOf, TestBrowser, type TestTab } from './testing/browser.ts'
import { SESSION_KEY } from './stored-session.ts'

let browser: TestBrowser
let first: TestTab
beforeEach(async () => {
  browser = new TestBrowser()
  first = await browser.open()
})

const kindOf = (tab: TestTab) => tab.state.read().kind
const becomes = (tab: TestTab, kind: string) => vi.waitFor(() => expect(kindOf(tab)).toBe(kind))

describe('a second tab', () => {
  test.each([
    ['tab', 'locked', null],
    ['browser', 'open', 'ada'],
    ['device', 'open', 'ada'],
  ] as const)('is signed in; with "%s" the vault is %s', async (stay, kind, keysOf) => {
    await first.signIn('ada', stay)
    const second = await browser.open()
    expect([kindOf(second), second.keysOf]).toEqual([kind, keysOf])
    expect(kindOf(first)).toBe('open')
  })

  test('asks for the password again once the choice is "this tab"', async () => {
    await first.signIn('ada', 'browser')
    first.storage.chooseStay('tab')
    expect(kindOf(await browser.open())).toBe('locked')
  })

  test('that waited at the form follows into the session', async () => {
    const second = await browser.open()
    expect(kindOf(second)).toBe('signed-out')
    await first.signIn('ada', 'tab')
    await becomes(second, 'locked')
    expect(second.keysOf).toBeNull()
  })

  test('that is locked opens with the first one, where the choice says so', async () => {
    await first.signIn('ada', 'browser')
    const second = await browser.open()
    await first.lock()
    await becomes(second, 'locked')
    expect(second.keysOf).toBeNull()
    await first.opening.openOrEnrol(sessionOf('ada'))
    await becomes(second, 'open')
  })

  test('asks for the code that the first one has not entered either, and continues when it has', async () => {
    const second = await browser.open()
    first.needsCode = second.needsCode = true
    await first.signIn('ada', 'tab')
    await becomes(second, 'needs-second-factor')
    second.needsCode = false
    first.storage.setItem(SESSION_KEY, JSON.stringify(sessionOf('ada', 'second')))
    await becomes(second, 'locked')
  })
})

describe('the secret of the tabs', () => {
  test('is the one that opens, whoever answers first with another one', async () => {
    await first.signIn('ada', 'browser')
    const idle = await browser.open()
    idle.secret.set('of-earlier-days_')
    // The last one in the row answers last.
    browser.tabs.delete(first)
    browser.tabs.add(first)
    const tab = await browser.open()
    expect([kindOf(tab), tab.secret.get()]).toEqual(['open', first.secret.get()])
  })

  test('that opens nothing does not replace the own one', async () => {
    await first.signIn('ada', 'browser')
    browser.kept.set('ada', 'browser of a tab that is closed')
    const { tab, started } = browser.begin()
    tab.secret.set('own_')
    await started
    expect([kindOf(tab), tab.secret.get()]).toEqual(['locked', 'own_'])
  })

  test('is forgotten in all tabs when somebody signs out', async () => {
    await first.signIn('ada', 'browser')
    const second = await browser.open()
    expect(second.secret.get()).not.toBeNull()
    await first.opening.leave()
    await becomes(second, 'signed-out')
    expect([first.secret.get(), second.secret.get()]).toEqual([null, null])
  })
})

describe('a tab that is just opening', () => {
  let tab: TestTab
  let started: Promise<void>
  let answer: () => void
  beforeEach(async () => {
    await first.signIn('ada', 'device')
    browser.server = new Promise((resolve) => (answer = resolve))
    ;({ tab, started } = browser.begin())
    // It waits for the server, by what was kept.
    await new Promise((resolve) => setTimeout(resolve))
  })

  test('stays locked when another one locks', async () => {
    await first.lock()
    answer()
    await started
    expect([kindOf(tab), tab.keysOf, kindOf(first), browser.kept.size]).toEqual(['locked', null, 'locked', 0])
  })

  test('ends when another one signs out', async () => {
    await first.opening.leave()
    answer()
    await started
    expect([kindOf(tab), tab.keysOf, browser.kept.size]).toEqual(['signed-out', null, 0])
  })

  test('keeps no keys of an account that the browser leaves for another', async () => {
    answer()
    await started
    await tab.lock()
    browser.server = new Promise((resolve) => (answer = resolve))
    await first.opening.openOrEnrol(sessionOf('ada'))
    await new Promise((resolve) => setTimeout(resolve))
    const leaving = tab.opening.clearEarlierSignIn()
    answer()
    await leaving
    expect([kindOf(tab), tab.keysOf, browser.kept.size]).toEqual(['locked', null, 0])
  })
})

describe('signing out', () => {
  test('in one tab ends all of them, and none calls it an end from elsewhere', async () => {
    await first.signIn('ada', 'browser')
    const second = await browser.open()
    await first.opening.leave()
    await becomes(second, 'signed-out')
    await vi.waitFor(() => expect(second.keysOf).toBeNull())
    expect(second.state.read()).toEqual({ kind: 'signed-out' })
    expect(browser.local.has(SESSION_KEY)).toBe(false)
  })

  test('by the server ends all of them, and each says so', async () => {
    await first.signIn('ada', 'device')
    const second = await browser.open()
    // What auth-js does in the tab whose token is refused.
    first.storage.removeItem(SESSION_KEY)
    await first.opening.sessionEnded()
    await becomes(second, 'signed-out')
    expect([first.state.read(), second.state.read()]).toEqual([
      { kind: 'signed-out', isEnded: true },
      { kind: 'signed-out', isEnded: true },
    ])
    expect([first.keysOf, second.keysOf, browser.kept.size]).toEqual([null, null, 0])
  })
})

describe('another account', () => {
  test('never meets the keys of the one before', async () => {
    await first.signIn('ada', 'device')
    const second = await browser.open()
    first.sleep()
    await second.signIn('bob', 'tab')
    // Before the first tab has heard of it: the session of the other account is none to it, and stays.
    expect(first.storage.getItem(SESSION_KEY)).toBeNull()
    first.storage.setItem(SESSION_KEY, JSON.stringify(sessionOf('ada', 'renewed too late')))
    first.storage.removeItem(SESSION_KEY)
    expect(browser.local.get(SESSION_KEY)).toContain('bob')

    await first.wake()
    expect(first.state.read()).toMatchObject({ kind: 'locked', email: 'bob@example.org' })
    expect([first.keysOf, second.keysOf, kindOf(second)]).toEqual([null, 'bob', 'open'])
    expect(first.storage.getItem(SESSION_KEY)).toContain('bob')
  })
})

describe('closing the browser', () => {
  test.each(['tab', 'browser'] as const)('ends a session that was to stay for "%s"', async (stay) => {
    await first.signIn('ada', stay)
    browser.close()
    const next = await browser.open()
    expect([kindOf(next), next.storage.isOver]).toEqual(['signed-out', true])
    expect(browser.local.has(SESSION_KEY)).toBe(false)
  })

  test('does not end one that stays on the device', async () => {
    await first.signIn('ada', 'device')
    browser.close()
    const next = await browser.open()
    expect([kindOf(next), next.keysOf]).toEqual(['open', 'ada'])
  })

  test('with the last tab, "until the browser closes" locks; what is kept opens without its secret no more', async () => {
    await first.signIn('ada', 'browser')
    browser.tabs.clear()
    const next = await browser.open()
    expect([kindOf(next), next.keysOf, browser.kept.size]).toEqual(['locked', null, 1])
  })

  test('a choice of releases before this one is still heard', async () => {
    browser.local.set('quantumshield-remember', '1')
    expect(first.storage.stay()).toBe('device')
    first.storage.chooseStay('tab')
    expect(first.storage.stay()).toBe('tab')
  })
})
