import { type Fault, noticedBy } from './fault.ts'

const PROOF = 'web/lib/account/protection/with-proof.ts'
const ROW = 'web/app/security/sessions-row.tsx'

const CONFIRM = noticedBy(
  'web/app/security/confirm-person.screen.browser.test.tsx',
  'e2e/account/confirm-person.spec.ts',
  {
    'an authenticator app takes the password where the sign-in is old, and continues by itself': [
      {
        file: PROOF,
        from: '        await ask()\n        return call(...args)',
        to: '        await ask()\n        throw error',
      },
      {
        file: 'web/app/security/protection/password-dialog.tsx',
        from: 'problem={isWrong ? sentenceFor(prove.error) : null}',
        to: 'problem={null}',
      },
    ],
    'a question that is dismissed refuses with a sentence': [
      {
        file: PROOF,
        from: "reject(new Unconfirmed('proof_needed', 'The person did not confirm.'))",
        to: 'void reject',
      },
      {
        file: 'web/app/security/protection/add-app-dialog.tsx',
        from: '{begin.error && <Notice tone="error">{sentenceFor(begin.error)}</Notice>}',
        to: '',
      },
    ],
    'the question ends when its page is left by Back, and nothing is said about what waited': [
      {
        file: 'web/app/security/protection/confirm-person-dialog.tsx',
        from: 'useEffect(() => proof.leave, [proof])',
        to: 'useEffect(() => undefined, [proof])',
      },
    ],
  },
)

const SESSIONS = noticedBy(
  'web/app/security/sessions.screen.browser.test.tsx',
  'e2e/account/account-security.spec.ts',
  {
    'of the sessions, this one comes first and cannot be ended here; another one is ended and gone': [
      { file: ROW, from: 'session.isCurrent ? null : (', to: 'session.isCurrent && !session.id ? null : (' },
      {
        file: ROW,
        from: "onSettled: () => queries.invalidateQueries({ queryKey: ['security'] }),",
        to: 'onSettled: () => void queries,',
      },
      { file: ROW, from: 'wasLive ? words', to: '!wasLive ? words' },
    ],
    'a session that could not be ended is reported, and stays': [
      { file: ROW, from: 'onError: (error) => toastError(words.revokeFailed, sentenceFor(error)),', to: '' },
    ],
    'the score is the same on the dashboard and on the page that explains it': [
      {
        file: 'web/app/security/score-card.tsx',
        from: 'words.percent(score.percent)',
        to: 'words.percent(score.percent - 1)',
      },
      {
        file: 'web/app/security/security-score.ts',
        from: 'keys: 25, recovery: 20, factor: 25',
        to: 'keys: 25, recovery: 25, factor: 20',
      },
    ],
  },
)

export const MOVED_SECURITY: readonly Fault[] = [...CONFIRM, ...SESSIONS]
