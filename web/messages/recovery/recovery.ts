export const recovery = {
  title: 'Your recovery kit',
  step: (at: number) => `Step ${at} of 3`,
  signOut: 'Sign Out',
  inviter: {
    label: (by: string) => `${by} invited me. Remember the keys that the invitation names.`,
    hint: 'Your vault then notices if the server ever shows other keys under this name. Clear the box if somebody else invited you.',
    mailed:
      'A mail named these keys, and mails are sent by the server. Compare the safety number before you rely on them.',
    otherAddress: (noted: string, email: string) =>
      `An invitation for ${noted} was opened in this browser, and this account is for ${email}.`,
  },
  intro: {
    heading: 'Keep a way back in',
    lead: 'Your vault opens with your password. If you forget it, 24 words open it again. Without them, only people you chose for this beforehand can let you back in.',
    points: [
      ['Made here', 'This browser makes your keys and the words now. The server never receives the words.'],
      ['Shown once', 'Write them down, print them, or store them in a password manager.'],
      [
        'Yours alone',
        'Anyone who has the words has your files. Nobody can give you lost words again; while the vault opens, you can make new ones in Security.',
      ],
    ],
    submit: 'Make my keys',
    busy: 'Making your keys...',
  },
  words: {
    heading: 'Write these 24 words down',
    lead: 'Order matters. Next we ask you for three of them.',
    list: 'Recovery words',
    copy: 'Copy',
    copied: 'Copied',
    download: 'Download as text',
    print: 'Print',
    copyFailed: 'The browser did not allow copying. Write the words down or download them.',
    submit: 'I saved the words',
    fileName: 'quantumshield-recovery-kit.txt',
    file: (email: string, date: string, words: string) =>
      `QuantumShield recovery kit\nAccount: ${email}\nMade: ${date}\n\n${words}\n\nThese words open your vault when the password is lost.\nAnyone who has them has your files. Keep them offline; never send them to anyone.\n`,
    printed: (email: string, date: string) => `QuantumShield recovery kit for ${email}, made ${date}`,
    printedNote: 'Anyone who has these words has your files. Keep this sheet where you keep your passport.',
  },
  quiz: {
    heading: 'Check what you kept',
    lead: 'Type these three words from your copy.',
    word: (position: number) => `Word ${position}`,
    wrong: (position: number) => `This is not word ${position}. Compare it with your copy.`,
    back: 'Show the words again',
    submit: 'Finish and open my vault',
    busy: 'Storing your keys...',
  },
  failed: 'Recovery kit not stored',
} as const
