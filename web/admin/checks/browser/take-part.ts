import { type BrowserAnswer, type BrowserCheckId, type CheckCategory, CHECKS } from '#contract/checks/checks.ts'
import { tryKnownAnswers } from '#web/lib/remote/known-answers.ts'
import { type VaultClient, VaultError } from '#web/lib/remote/vault-client.ts'
import { checks as text } from '#web/messages/checks/checks.ts'
import { answerOf } from './findings.ts'
import { lookAtFirstPage, lookAtPages, type OpenPage } from './look-at-pages.ts'
import { isMarkupRefused } from './own-page.ts'
import { PageFrame } from './page-frame.ts'

/**
 * Looks at pages of this server in frames that nobody sees, as wide as phones, and tells the run what it saw. Only looks: it opens and closes
 * the menu and nothing else. Ends where the run does.
 * @param categories of the run; none: all
 */
export async function takePart(
  client: VaultClient,
  run: string,
  categories: readonly CheckCategory[] = [],
): Promise<void> {
  // The server of sources gives nobody leave to frame its documents.
  if (import.meta.env.DEV) return
  const open: OpenPage = async (path, widthPx) => {
    const token = await client.checks.leaveToFrame(run, path)
    return PageFrame.open({ client, path, token, widthPx, title: text.frame })
  }
  const sight = watchSight()
  try {
    const isAsked = (id: BrowserCheckId) => categories.length === 0 || categories.includes(CHECKS[id].category)
    for (const [ids, look] of looks(open)) {
      if (!ids.some(isAsked)) continue
      const answers = await look().catch((error: unknown) => {
        if (error instanceof VaultError) throw error
        return ids.map((id) => answerOf(id, { found: [wordsOf(error)], wrong: 'It could not be looked at' }))
      })
      // Pages do not move while nobody sees them, and show something else once the vault is locked: what fails then says nothing. Without an
      // answer, a check is skipped.
      const isSound = sight.wasThere() && client.account.state.read().kind === 'open'
      const sent = answers.filter(({ status }) => status === 'passed' || isSound)
      if (sent.length > 0) await client.checks.answer(run, sent)
    }
  } catch (error) {
    // The run has ended, or the server is away.
    if (!(error instanceof VaultError)) throw error
  } finally {
    sight.end()
  }
}

type Look = readonly [ids: readonly BrowserCheckId[], look: () => Promise<BrowserAnswer[]>]

/** One after the other, the first page before others were fetched. */
const looks = (open: OpenPage): readonly Look[] => [
  [['SEC-02'], lookAtOwnPage],
  [['SEC-12'], tryCryptography],
  [['MOB-06'], async () => [await lookAtFirstPage(open)]],
  [['MOB-02', 'MOB-03', 'MOB-04', 'MOB-05', 'NAV-07'], () => lookAtPages(open)],
]

/** Whether this page could be seen all the time. */
function watchSight(): { wasThere: () => boolean; end: () => void } {
  let wasThere = !document.hidden
  const look = (): void => {
    wasThere &&= !document.hidden
  }
  document.addEventListener('visibilitychange', look)
  return { wasThere: () => wasThere, end: () => document.removeEventListener('visibilitychange', look) }
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

async function lookAtOwnPage(): Promise<BrowserAnswer[]> {
  const isRefused = isMarkupRefused(document)
  if (isRefused === undefined) return []
  return [answerOf('SEC-02', { found: isRefused ? [] : ['innerHTML'], wrong: 'A page takes text for markup' })]
}

async function tryCryptography(): Promise<BrowserAnswer[]> {
  const { tried, wrong: found } = await tryKnownAnswers()
  const wrong = 'In the browser, an algorithm gives another answer than the published one'
  return [answerOf('SEC-12', { found, wrong, evidence: { tried } })]
}
