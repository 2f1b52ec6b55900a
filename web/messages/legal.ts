type Page = { title: string; lead: string; sections: readonly (readonly [heading: string, ...paragraphs: string[]])[] }

export const legal: { back: string; terms: Page; privacy: Page } = {
  back: 'Back to sign-up',
  terms: {
    title: 'Terms',
    lead: 'QuantumShield is software that its operator runs: whoever gave you the address of this page. These are the terms of the software. The operator may have terms of their own; ask them.',
    sections: [
      [
        'What you get',
        'An account, and a vault in which this browser encrypts your files before they leave it. The operator decides how long the service runs, how much it stores and who may use it.',
      ],
      [
        'What only you can do',
        'Your password and the 24 words of your recovery kit open your vault. Nobody else has them. If you lose both, your files are lost for good, unless you allowed several colleagues to let you back in together. Neither the operator nor the makers of the software can bring them back.',
        'Whoever has your password or your words has your files. Keep them to yourself.',
      ],
      [
        'What you may not do',
        'Do not try to reach the data of others, do not disturb the service, and do not store what the law of your country forbids. The operator can close an account and delete what it stored, without being able to read it.',
      ],
      [
        'No warranty',
        'The software is open source under the Apache License 2.0 and comes without warranty of any kind. It has had no independent audit. Do not trust it with the only copy of anything.',
      ],
    ],
  },
  privacy: {
    title: 'Privacy',
    lead: 'What this server learns about you, and what it cannot learn. The operator, whoever gave you the address of this page, is responsible for it and answers your questions about it.',
    sections: [
      [
        'What the server sees',
        'Your e-mail address, the names you entered at sign-up, when you signed in, from which network address and with which browser.',
        'How many files you have, how large they are, when they were stored and opened.',
        'Public keys, signatures, and a log of which records changed, when, and by whom.',
        'If you ask for status mails, the address you gave for them, until you stop them.',
      ],
      [
        'What the server does not see',
        'Your password and your recovery words. The content, names and types of your files. The keys that open them. All of that is encrypted in your browser or never leaves it.',
      ],
      [
        'Who else gets something',
        'Nobody, as far as the software goes: this page and the app load nothing from other servers and count no visitors. The operator decides where mail and text messages go out, where encrypted files lie, and who handles payments; each of these learns what it needs for that, and none of them a file or its name. Sign-in by another site exists only where the operator has set it up, and then that site learns that you signed in here.',
      ],
      [
        'What stays on your device',
        'Your session, until you close the tab or sign out; with “Remember me” also the key of your vault, until you sign out. An upload that was broken off leaves an encrypted note, so that it can go on later. No advertising and no tracking cookies.',
      ],
      [
        'How long',
        'Files you delete wait in the trash for 30 days. What is deleted for good leaves the storage after a day, so that a backup made in between can still be used. Delete your account in Settings, or ask the operator to: your files, keys, names and addresses go with it. The log of changes keeps what happened, with the number of your account and the network address, because nobody can delete from it.',
      ],
    ],
  },
}
