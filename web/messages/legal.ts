import type { OperatorFact } from '#contract/delivery/operator.ts'

type Page = {
  title: string
  lead: string
  /** What the operator's settings say, in this order. */
  facts: readonly (readonly [fact: OperatorFact, label: string])[]
  sections: readonly (readonly [heading: string, ...paragraphs: string[]])[]
  /** Where more of it is. */
  more?: readonly [to: string, label: string]
}

/** The page /source, where no setting says where the source is. */
const source = {
  title: 'Source',
  lead: 'QuantumShield is open source under the Apache License 2.0.',
  named: 'The source of what runs here is published at',
  unnamed:
    'The operator of this server has not said where the source of what runs here is published (setting SOURCE_URL). Ask them: the contact is at the end of this page.',
} as const

export const legal: { factsLabel: string; asking: string; terms: Page; privacy: Page; source: typeof source } = {
  factsLabel: 'Who is responsible',
  asking: '…',
  terms: {
    title: 'Terms',
    lead: 'QuantumShield is software; the person or company named here runs it for you. These are the terms that come with the software. The operator may have further terms: ask for them.',
    facts: [
      ['name', 'Operator'],
      ['address', 'Address'],
      ['law', 'Governing law'],
      ['since', 'In force since'],
    ],
    sections: [
      [
        'What you get',
        'An account, and a vault in which this browser encrypts your files before they leave it. The operator decides how long the service runs, how much it stores and who may use it. No uptime and no response time is promised, unless the operator promises them to you elsewhere.',
      ],
      [
        'What only you can do',
        'Your password and the 24 words of your recovery kit open your vault. Nobody else has them. If you lose both, your files are lost for good, unless you allowed several colleagues to let you back in together. Neither the operator nor the makers of the software can bring them back.',
        'Anyone who has your password or your words has your files. Keep them to yourself.',
      ],
      [
        'What you may not do',
        'Do not try to reach the data of others, do not disturb the service, and do not store anything that the law of your country forbids. The operator can close an account and delete what it stored, without being able to read it.',
      ],
      [
        'Paid plans',
        'Where the operator sells plans, the checkout shows the price, the period and the length of a free trial, if there is one, before you agree. A plan renews for the same period until you cancel it in the settings of your account. When it ends, nothing is deleted: you can still read and export, but new uploads are refused while you store more than an account without a plan may.',
      ],
      [
        'Ending and changes',
        'You can delete your account in Settings at any time. Save what you need first: the app downloads folders as ZIP files. When the terms change, the operator changes the date above; whether you are notified personally is up to the operator.',
      ],
      [
        'No warranty',
        'The software is open source under the Apache License 2.0 and its makers give no warranty of any kind. It has had no independent audit. Do not trust it with the only copy of anything.',
        'What the operator owes you follows from your agreement with the operator and from the governing law named above. Nothing here takes away a right that the law gives you.',
      ],
    ],
  },
  privacy: {
    title: 'Privacy',
    lead: 'What this server learns about you and on which legal basis, what it cannot learn, and what you can ask for.',
    facts: [
      ['name', 'Controller'],
      ['address', 'Address'],
      ['email', 'Questions about your data'],
      ['authority', 'Supervisory authority'],
      ['since', 'In force since'],
    ],
    sections: [
      [
        'What the server sees',
        'Your account: email address, the names and the company that you entered, phone numbers for codes, the public keys of passkeys, accounts elsewhere that you sign in with, when you signed in, from which network address and with which browser, your plan.',
        'Your files: how many there are, how large they are, when they were stored and opened, which folder and which tags they are in. Public keys, signatures, and a log of which records changed, when, and by whom.',
        'Who you work with: who shares which file with whom and until when, who belongs to your organisation and its team spaces with which role, who invited whom, and who may let whom back in.',
        'People without an account: the network address from which a link is opened or files are sent for a request; what somebody writes in the contact form; an address given for status mails, until they are stopped. The list linked at the end of this page says more.',
      ],
      [
        'What the server does not see',
        'Your password and your recovery words. The content, names and types of your files. The keys that open them. All of that is encrypted in your browser or never leaves it.',
      ],
      [
        'Why, and on which legal basis',
        'To run your account and keep your files, which is what you asked for: performance of a contract (Article 6(1)(b) of the GDPR). This covers account, files, sharing, organisation and plans, and answers to messages about them.',
        'To keep the service secure and working: network addresses, browsers, limits on attempts, the log of changes, and measurements of the server. This is a legitimate interest (Article 6(1)(f)). You may object.',
        'Status mails and news, if you asked for them: consent (Article 6(1)(a)), which you can withdraw at any time. Records of payments, where the law asks the operator to keep them: legal obligation (Article 6(1)(c)).',
        'An account needs an email address; fields marked as optional are optional. No decision about you is made by automated means alone, except refusing attempts that come too often.',
      ],
      [
        'Who else receives data',
        'Nobody, as far as the software goes: this page and the app load nothing from other servers and count no visitors. The operator decides who delivers mail and text messages, where encrypted files are stored, who handles payments, and in which countries; each of these learns what it needs for that, and none of them sees a file or its name. Ask the controller who they are. Sign-in by another site exists only where the operator has set it up, and then that site learns that you signed in here.',
      ],
      [
        'What stays on your device',
        'Your session, until you close the browser or sign out, and a cookie without content that says that the browser was not closed since. A list of your files and folders, and the keys of people that you have accepted, both encrypted, until you sign out, even while the vault is locked. Where you chose to stay unlocked, also the key of your vault: “until the browser closes” so that it opens in open tabs and in those that the browser restores, “on this device” until you lock the vault or sign out. An interrupted upload leaves an encrypted note, so that it can continue later. Your choices of language and appearance. No advertising and no tracking cookies.',
      ],
      [
        'How long',
        'Files you delete wait in the trash for 30 days. What is deleted for good leaves the storage after a day, so that a backup made in between can still be used. Delete your account in Settings, or ask the controller to: your files, keys, names and addresses go with it. The audit log keeps what happened, with the number of your account and the network address, for 400 days (sign-ins and access to files) or seven years (changes and incidents), unless your organisation chose another time or a legal hold keeps it longer. Messages of the contact form stay until the operator deletes them. How long backups are kept is up to the operator.',
      ],
      [
        'Your rights',
        'Where the GDPR applies, you may ask for a copy of your data, have it corrected or deleted, restrict or object to its use, take it elsewhere, and withdraw consent. Much of it you can do yourself: change your profile and delete your account in Settings, download your files, stop status mails by the link in each of them. For the rest write to the address above. You may complain to a supervisory authority: the one above, or the one where you live or work.',
      ],
    ],
    more: ['/documentation/what-the-server-sees', 'The list of what the server sees'],
  },
  source,
}
