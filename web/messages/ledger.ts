/** What this browser finds out about the audit ledger. */
export const ledger = {
  column: 'Ledger',
  checking: 'Checking the ledger…',
  notChecked: 'The ledger could not be checked just now. The events below are what the server shows.',
  notSigned: 'The ledger is not signed yet. This takes a few seconds after the first event.',
  entries: (count: string, size: number) => `Ledger of ${count} ${size === 1 ? 'entry' : 'entries'}.`,
  firstSeen: 'This browser sees it for the first time, and will know it again.',
  sameAs: (when: string) => `Unchanged since this browser saw it on ${when}.`,
  continues: (when: string, count: string) =>
    `It contains everything that this browser saw on ${when} (${count}), unchanged.`,
  details: 'Details',
  number: (index: string) => `#${index}`,
  states: {
    checking: 'Checking',
    verified: 'Verified, entry',
    pending: 'Pending',
    late: 'Missing',
    changed: 'Changed',
    not_included: 'Not in the ledger',
  },
  sheet: {
    title: 'The audit ledger',
    lead: 'Each event of your organisation becomes an entry in a log that can only grow. Two keys sign its state every few seconds. Your browser checks both signatures, and that the log still begins with everything it has seen before.',
    name: 'Name',
    size: 'Entries',
    root: 'Root hash',
    signed: 'Signed',
    signatures: 'Signatures',
    both: 'Ed25519 and ML-DSA-44, both verified here with the keys that this browser saw first',
    seen: 'Compared',
    proved: (when: string, count: string, hashes: string) =>
      `With ${count} entries seen on ${when}: contained, shown by ${hashes} hashes`,
    anchor: 'Anchor log',
    anchored: (count: string) => `States the same for the first ${count} entries`,
    notAnchored: 'Says nothing of this ledger yet. It follows within a minute.',
    witnesses: 'Witnesses',
    noWitness: 'Not independently witnessed: only this server and the browsers that watch it vouch for the ledger.',
    imported: 'From before',
    importedText: (count: string, events: number) =>
      `The first ${count} ${events === 1 ? 'event is' : 'events are'} older than the ledger and entered it together: nothing proves that they were unchanged until then.`,
    limits:
      'What no ledger can show: an event that the server never wrote. And a browser that sees the ledger for the first time cannot know what it said before.',
  },
  proof: {
    title: 'In the ledger',
    texts: {
      verified:
        'This event is what its entry commits to, and the entry is part of the signed ledger. Checked in this browser.',
      pending: 'This event has no signed entry yet. It follows within a few seconds.',
      late: 'This event should have an entry by now, and has none. Tell your administrator; if it stays so, the server keeps it out.',
      changed: 'This event is not what its entry in the ledger says: one of them was changed. Tell your administrator.',
      not_included: 'The entry of this event is not part of the signed ledger. Tell your administrator.',
    },
    erased: 'What it said of a person was erased on purpose. Its entry stays.',
    path: 'Path from the root to the entry',
    root: (count: string) => `Signed root of ${count} entries`,
    beside: (level: string) => `Hash beside the path, level ${level}`,
    leaf: (index: string) => `Entry ${index}`,
    download: 'Download proof',
    failed: 'The proof could not be fetched. Try again in a moment.',
  },
  problems: {
    other_keys: {
      title: 'The ledger is signed with other keys than before',
      text: 'This browser remembers the keys that signed it first. Either the operator replaced them, or somebody else answers in place of your server. Ask the operator in person or by phone before you continue.',
    },
    bad_checkpoint: {
      title: 'The ledger is not signed as it has to be',
      text: 'One of its two signatures is missing or wrong. Nothing on this page is proved. Try again; if it stays so, tell the operator.',
    },
    shrank: {
      title: 'The ledger has lost entries',
      text: 'It is shorter than this browser has seen it. Either an older backup was put back, or entries were removed. Ask the operator before you continue.',
    },
    forked: {
      title: 'The ledger was rewritten',
      text: 'It does not contain what this browser has seen before. An honest server cannot do this by accident. Keep this page open, and tell your administrator and the operator.',
    },
    not_anchored: {
      title: 'The anchor log contradicts the ledger',
      text: 'The anchor log, which everybody can read, does not state what this ledger states. Tell the operator before you rely on these events.',
    },
    log_gone: {
      title: 'A ledger that this browser knows is not shown any more',
      text: 'You may have changed to another organisation. If not, ask the operator where it went before you continue.',
    },
    restored: {
      title: 'An older backup was put back',
      text: 'The ledger ended before what this browser has seen, and a new one began. Its first entry, “New ledger started”, gives the reason. Ask the operator whether that is true before you continue.',
    },
  },
  accept: {
    open: 'I asked, continue with what the server shows…',
    title: 'Continue with this ledger?',
    text: 'This browser forgets what it saw before and remembers what the server shows now. Do this only if the operator explained the change to you.',
    confirm: 'Continue with it',
    cancel: 'Cancel',
    failed: 'This could not be saved. Try again.',
  },
} as const
