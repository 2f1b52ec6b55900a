import type { Session } from '@supabase/supabase-js'
import type { SignInWays } from '#contract/organisation/policies.ts'
import type { OwnWays } from '#vault/account/confirmation.ts'
import type { NoticedReason } from '#vault/threats/rows.ts'
import type { FailedReturn } from './arrival/return-from-elsewhere.ts'

export type AccountState =
  /** Still reading the stored session. */
  | { kind: 'loading' }
  /** `isEnded`: not by the person at this page, but elsewhere or by an administrator. */
  | { kind: 'signed-out'; isEnded?: boolean; organisation?: 'suspended' | 'leaving'; elsewhere?: FailedReturn }
  /** A session exists but the keys are not in memory: ask for the password. `isNew`: they were not even made yet. */
  | { kind: 'locked'; email: string; isNew?: boolean }
  /** Signed in without a password, and there is no vault yet: the person chooses the password of the vault. */
  | { kind: 'needs-password'; email: string }
  /** The password or passkey fits; the account asks for a code as well before the vault may open. */
  | { kind: 'needs-second-factor'; email: string; apps: readonly FactorName[]; hasRecoveryCodes: boolean }
  /** Something unusual was noticed about the session: its person confirms before it opens anything. */
  | {
      kind: 'needs-confirmation'
      email: string
      reasons: readonly NoticedReason[]
      apps: readonly FactorName[]
      /** The password is enough for this one. */
      takesPassword: boolean
      /** A second factor alone helps, or an administrator; otherwise it ends then, ISO 8601. */
      onlyFactorUntil: string | null
    }
  /**
   * The organisation requires a second factor, which this session has not shown: its person signs in by passkey, or sets one up. With `ways`, it
   * requires a sign-in by one of them.
   */
  | ({ kind: 'needs-factor'; email: string; organisation: string; ways?: SignInWays | undefined } & OwnWays)
  /** First sign-in: the vault must be created and the recovery kit shown before anything else. */
  | { kind: 'needs-recovery-kit'; email: string }
  | { kind: 'open'; email: string; userId: string; firstName: string; keyFingerprint: string }

/** A factor as its owner called it; null for one without a name. */
export type FactorName = { id: string; name: string | null }

/** What a session still needs before its vault is open. */
export type SessionNeed = Extract<
  AccountState,
  {
    kind:
      | 'locked'
      | 'needs-password'
      | 'needs-second-factor'
      | 'needs-confirmation'
      | 'needs-factor'
      | 'needs-recovery-kit'
  }
>

export type AccountEvent =
  /** `isEnded`: elsewhere, not by the person at this page; `organisation`: with it, and why. `elsewhere`: why coming back from a provider opened nothing. */
  | { type: 'signed-out'; isEnded?: boolean; organisation?: 'suspended' | 'leaving'; elsewhere?: FailedReturn }
  | { type: 'needed'; need: SessionNeed }
  | { type: 'opened'; session: Session; keyFingerprint: string }
  /** The keys left memory, the session stays. */
  | { type: 'locked' }
  | { type: 'renamed'; session: Session }

/** The state of the account after `event`. */
export function nextAccount(state: AccountState, event: AccountEvent): AccountState {
  switch (event.type) {
    case 'signed-out': {
      const { type: _type, ...why } = event
      // It was said already why, by the tab in which it happened or by the server.
      if (why.isEnded && state.kind === 'signed-out') return state
      return { kind: 'signed-out', ...why }
    }
    case 'needed':
      return event.need
    case 'opened':
      return openState(event.session, event.keyFingerprint)
    case 'locked':
      return state.kind === 'open' ? { kind: 'locked', email: state.email } : state
    case 'renamed':
      return state.kind === 'open' && state.userId === event.session.user.id ? renamed(state, event.session) : state
  }
}

/** The same object where nothing changed: every token that is renewed comes here. */
function renamed(state: Extract<AccountState, { kind: 'open' }>, session: Session): AccountState {
  const [email, firstName] = [emailOf(session), firstNameOf(session)]
  return email === state.email && firstName === state.firstName ? state : { ...state, email, firstName }
}

function openState(session: Session, keyFingerprint: string): AccountState {
  const { id: userId } = session.user
  return { kind: 'open', email: emailOf(session), userId, firstName: firstNameOf(session), keyFingerprint }
}

/** As it is greeted; empty for a name that is not known. */
function firstNameOf(session: Session): string {
  const firstName: unknown = session.user.user_metadata['first_name']
  return typeof firstName === 'string' ? firstName : ''
}

export function emailOf(session: Session): string {
  return session.user.email ?? ''
}
