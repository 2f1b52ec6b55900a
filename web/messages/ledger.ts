import { pageWords } from './languages/page-words.ts'

/** What this browser finds out about the audit ledger. */
/** Of a count that is formatted already. */
const entriesOf = (count: string) => (count === '1' ? '1 entry' : `${count} entries`)
const firstOf = (count: string) => (count === '1' ? 'first entry' : `first ${count} entries`)

export const ledger = pageWords('ledger', {
  column: 'Ledger',
  checking: 'Checking the ledger…',
  notChecked: 'The ledger could not be checked just now.',
  notSigned: 'The ledger is not signed yet.',
  entries: (count: string, size: number) => `Ledger of ${count} ${size === 1 ? 'entry' : 'entries'}.`,
  firstSeen: 'This browser sees it for the first time.',
  sameAs: (when: string) => `Unchanged since this browser saw it on ${when}.`,
  continues: (when: string, count: string) =>
    `It contains everything that this browser saw on ${when} (${count}), unchanged.`,
  details: 'Details',
  number: (index: string) => `#${index}`,
  states: {
    checking: 'Checking',
    verified: 'Verified, entry',
    pending: 'Pending',
    unchecked: 'Not checked',
    late: 'Missing',
    changed: 'Changed',
    not_included: 'Not in the ledger',
  },
  sheet: {
    title: 'The audit ledger',
    lead: 'Each event becomes an entry in a signed log that can only grow. Your browser checks both signatures, and that the log still begins with everything it has seen.',
    name: 'Name',
    size: 'Entries',
    root: 'Root hash',
    signed: 'Signed',
    signatures: 'Signatures',
    both: 'Ed25519 and ML-DSA-44, both verified here',
    took: 'Last check',
    tookValue: (ms: string, count: string, events: number) =>
      `${ms} ms for the log and ${count} ${events === 1 ? 'event' : 'events'}, requests included`,
    seen: 'Compared',
    proved: (when: string, count: string, hashes: string) =>
      `With ${entriesOf(count)} seen on ${when}: contained, shown by ${hashes} ${hashes === '1' ? 'hash' : 'hashes'}`,
    anchor: 'Anchor log',
    anchored: (count: string) => `States the same for the ${firstOf(count)}`,
    notAnchored: 'Follows within a minute',
    witnesses: 'Witnesses',
    noWitness: 'Not independently witnessed',
    witnessed: (name: string, when: string) => `${name}, on ${when}`,
    mirrored: (name: string, when: string) => `${name}, on ${when}: keeps the entries as well`,
    noSignature: 'None has signed this state',
    timestamp: 'Time stamp',
    receipts: 'Receipts',
    imported: 'From before',
    importedText: (count: string, events: number) =>
      `The first ${count} ${events === 1 ? 'event is' : 'events are'} older than the ledger: nothing proves them unchanged until then.`,
    limits:
      'No ledger shows an event that the server never wrote, and no browser knows what it said before the first visit.',
  },
  proof: {
    title: 'In the ledger',
    texts: {
      verified: 'Its entry commits to this event and is part of the signed ledger. Checked in this browser.',
      pending: 'Its signed entry follows within seconds.',
      unchecked: 'The ledger itself is not what it was, so this event was not compared with it.',
      late: 'This event should have an entry by now, and has none. Tell your administrator.',
      changed: 'This event is not what its entry says. Tell your administrator.',
      not_included: 'Its entry is not part of the signed ledger. Tell your administrator.',
    },
    erased: 'What it said of a person was erased on purpose.',
    whoNotProved: 'Who it was is the server’s word: owners of a file are not told the session in which others read it.',
    path: 'Path from the root to the entry',
    root: (count: string) => `Signed root of ${entriesOf(count)}`,
    beside: (level: string) => `Hash beside the path, level ${level}`,
    leaf: (index: string) => `Entry ${index}`,
    download: 'Download proof',
    failed: 'The proof could not be fetched. Try again in a moment.',
  },
  build: {
    listed: (entry: string) => `Entry ${entry} of the public log lists this build.`,
    notListed: 'The public log does not list this build. Enter no password here, and tell the operator.',
    notAsked: 'The public log could not be asked whether it lists this build.',
    another: 'The public log is not the one that this browser knew. Ask the operator.',
    next: {
      listed: 'QuantumShield was updated on the server, and its public log lists the new build. Reload to use it.',
      notListed:
        'The server delivers another build, which its public log does not list. Ask the operator before you reload: this page is still the one that you had.',
      title: 'Load a build that the log does not list?',
      risk: 'A page that was exchanged could read your password and your files at the next sign-in.',
      anyway: 'Load it anyway',
      stay: 'Keep this page',
    },
  },
  keys: {
    checking: 'Checking what the public log lists of these keys…',
    notAsked: 'The public log could not be asked about these keys. Try again in a moment.',
    waiting: 'Waiting until the public log lists what is new. That takes a minute at most.',
    own: {
      listed: 'The public log lists these keys in your name, and never listed others.',
      not_listed: 'The public log does not list your keys yet: new ones follow within a minute.',
      withheld:
        'The public log does not list your keys, though they are more than an hour old. Nobody can share with you until it does: ask the operator.',
      other_keys:
        'The public log lists keys in your name that are not yours. Somebody may be reading what is shared with you: ask the operator in person or by phone, and warn the people you share with.',
      replaced:
        'The public log lists your keys, but listed others in your name for a time. Somebody may have read what was shared with you then: ask the operator in person or by phone.',
      unproved: 'The server does not prove which keys the public log lists in your name. Ask the operator.',
    },
    theirs: {
      listed: 'The public log lists these keys for this person, and never listed others.',
      not_listed: 'The public log does not list these keys yet: new ones follow within a minute.',
      withheld:
        'The public log does not list these keys, though they are more than an hour old. Nothing can be shared with this person until it does: ask the operator.',
      other_keys:
        'The public log lists other keys for this person. Share nothing before you compared the safety number in person.',
      replaced:
        'The public log listed other keys for this person before. Share nothing before you compared the safety number in person.',
      unproved:
        'The server does not prove which keys the public log lists for this person. Compare the safety number in person.',
    },
  },
  witness: {
    none: 'Not independently witnessed.',
    signed: (count: string, of: string) =>
      `Signed by ${count} of ${of} independent ${of === '1' ? 'witness' : 'witnesses'}.`,
    late: 'Too few independent witnesses have signed this ledger in the last day',
    lateText:
      'They sign only a ledger that still contains everything they signed before. They may be out of reach, or you are shown another ledger than everybody else. Ask the operator in person or by phone.',
    other: 'The server names other witnesses than before. This browser still expects those it saw first.',
    accept: {
      open: 'I asked, expect the new witnesses…',
      title: 'Expect other witnesses?',
      text: 'This browser forgets the witnesses it saw first, and expects those that the server names now. Do this only if the operator explained the change to you.',
      confirm: 'Expect the new ones',
    },
  },
  anchor: {
    late: 'The anchor log has named no newer state of this ledger for more than an hour',
    lateText:
      'It does so each minute. Something may hold it up, or you are shown another ledger than everybody else. Ask the operator in person or by phone.',
  },
  stamp: {
    said: (when: string, authority: string, count: string) =>
      `${authority} stamped the ${firstOf(count)} of the anchor log on ${when}`,
    ofSomethingElse: 'The time stamp that the server shows is not of this log. Ask the operator in person or by phone.',
    limits:
      'Your browser checked that the stamp is of this log, not who signed it. “quantumshield verify-log --timestamp-ca” checks that.',
  },
  receipts: {
    broken: (count: string, promises: number) =>
      promises === 1
        ? 'The server broke a promise about this ledger'
        : `The server broke ${count} promises about this ledger`,
    brokenText:
      'It signed that these events would be in the ledger. Download the receipts, which prove that, and ask the operator in person or by phone. After an older backup was put back, it looks the same.',
    missing: (when: string) => `Promised on ${when}: the ledger does not hold this event.`,
    changed: (when: string) => `Promised on ${when}: the ledger holds a different event in its place.`,
    other_event: (when: string) => `Promised on ${when}: not the event of what you did then.`,
    more: (count: string) => `And ${count} more.`,
    download: 'Download receipts',
    lacking: (count: string, answers: number) =>
      answers === 1
        ? 'An answer of the server had no valid receipt'
        : `${count} answers of the server had no valid receipt`,
    lackingText: (when: string) =>
      `Last on ${when}. With a receipt the server promises that a change will be in the ledger. Something on the way may have removed it, or the server promises nothing.`,
    strip: 'The server broke a promise about the audit ledger.',
    forget: {
      open: 'Stop showing this…',
      title: 'Stop showing this?',
      text: 'This browser deletes these receipts. Without them you cannot prove what the server promised.',
      confirm: 'Delete them',
    },
    noneOpen: 'No promise is waiting to be checked',
    unchecked: (count: string, promises: number) =>
      promises === 1 ? 'One promise cannot be checked' : `${count} promises cannot be checked`,
    waiting: (count: string, promises: number) =>
      promises === 1 ? 'One promise is not checked yet' : `${count} promises are not checked yet`,
  },
  problems: {
    other_keys: 'The ledger is signed with other keys than before',
    bad_checkpoint: 'The ledger is not signed as it has to be',
    shrank: 'The ledger has lost entries',
    forked: 'The ledger was rewritten',
    not_anchored: 'The anchor log contradicts the ledger',
    log_gone: 'A ledger that this browser knows is gone. You may have changed organisation.',
    restored: 'Entries are gone. The server says that an older backup was put back.',
  },
  missing: {
    left: (when: string, seen: string, left: string) =>
      `Entries that this browser saw on ${when}: ${seen}. Left of them: ${left}.`,
    same: 'All of these are proved to be unchanged.',
    partly: (proved: string) => `Proved to be unchanged: the first ${proved}. Of the others nothing is known.`,
    unknown: 'It is not proved that these are unchanged.',
    asOf: (when: string) =>
      `The server says that it was put back as it was on ${when}. What changed after that is gone.`,
    claim:
      'Nothing proves the reason: somebody who deletes entries and has the keys of the server can say the same. What the server gives as the reason is in the first entry of the new ledger.',
  },
  ask: 'Ask the operator in person or by phone before you rely on these events or continue.',
  accept: {
    open: 'I asked, continue with what the server shows…',
    title: 'Continue with this ledger?',
    text: 'This browser forgets what it saw before. Do this only if the operator explained the change to you.',
    confirm: 'Continue with it',
    cancel: 'Cancel',
    failed: 'This could not be saved. Try again.',
  },
} as const)
