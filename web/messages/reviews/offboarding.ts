import type { OffboardingStep } from '#contract/reviews/reviews.ts'
import { englishWords } from '../languages/english-words.ts'

/** People who leave. */
export const offboarding = englishWords('reviews', {
  title: 'Offboarding',
  loading: 'Reading offboardings',
  failed: 'The offboardings could not be read',
  retry: 'Try again',
  more: 'Show more',
  empty: 'Nobody was offboarded yet',
  emptyText: 'Offboarding ends the access of one person in order, and leaves one report.',
  add: 'Offboard a person',
  dialog: (who: string) => `Offboard ${who}`,
  person: 'Person',
  choose: 'Choose a person',
  counting: 'Counting what would end',
  countFailed: 'What would end could not be counted',
  ends: 'This ends',
  stays: 'This stays',
  facts: {
    sessions: 'Sessions',
    devices: 'Devices',
    links: 'Links',
    requests: 'Requests for files',
    roles: 'Roles',
    spaces: 'Team spaces',
    files: 'Own files that nobody else can open',
    shares: 'Files shared with others',
  },
  none: 'None',
  filesText: 'They stay sealed. Nobody else has their keys, and the server has none.',
  recoverable: 'The person agreed to recovery by the organisation: its holders can let them back in, with their files.',
  sharesSuspend: 'Colleagues keep what was shared with them.',
  sharesRemove: 'Sharing ends with a removal, in both directions.',
  ending: 'What happens to the account',
  endings: {
    suspend: 'Suspend',
    remove: 'Remove from the organisation',
  },
  endingHints: {
    suspend: 'They cannot sign in, and stay a member without a role',
    remove: 'They no longer belong to the organisation',
  },
  successor: (id: string) => `Manager who takes over team space ${id.slice(0, 8)}`,
  chooseSuccessor: 'Choose a manager',
  successorHint:
    'The server has no keys of a space: its manager takes the person out in an open browser, and is notified.',
  unmanaged: (count: number) =>
    count === 1
      ? 'One team space has no other manager. The server cannot make one. Leave it without a manager.'
      : `${count} team spaces have no other manager. The server cannot make one. Leave them without a manager.`,
  lastOwner: 'This is the last owner. Make somebody else an owner first.',
  isMe: 'Nobody offboards themselves.',
  confirm: 'Offboard',
  working: 'Ending access…',
  done: 'Offboarding finished',
  stopped: 'Offboarding stopped. What is done stays done; resume it when the cause is gone.',
  failedAct: 'Offboarding was not finished',
  resume: 'Resume',
  resumeOne: (who: string) => `Resume offboarding of ${who}`,
  report: 'Report as CSV',
  reported: 'Exported. The audit log has the SHA-256 of the file.',
  finished: (when: string) => `Finished ${when}`,
  underWay: 'Under way',
  startedBy: (who: string, when: string) => `Started by ${who}, ${when}`,
  steps: {
    access: 'Suspended and signed out',
    devices: 'Devices revoked',
    links: 'Links ended',
    requests: 'Requests ended',
    roles: 'Roles ended',
    spaces: 'Managers of team spaces notified',
    removal: 'Removed from the organisation',
  } satisfies Record<OffboardingStep, string>,
  stepStates: { pending: 'Not done yet', done: 'Done', failed: 'Failed' },
  reasons: {
    last_owner: 'An organisation keeps at least one owner',
    owner_only: 'Only an owner may change an owner',
    gone: 'The account is gone',
  },
  waits: (id: string, who: string) =>
    who === ''
      ? `Team space ${id.slice(0, 8)}: still in it, without another manager`
      : `Team space ${id.slice(0, 8)}: waits for ${who}`,
  left: (id: string) => `Team space ${id.slice(0, 8)}: left`,
})
