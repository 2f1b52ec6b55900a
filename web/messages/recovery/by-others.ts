import { pageWords } from '../languages/page-words.ts'

const people = (count: number) => (count === 1 ? '1 person' : `${count} people`)
const quorum = (threshold: number, holders: number) =>
  holders === 1 ? 'One person alone' : `Any ${threshold} of these ${holders} people together`

/** Organisation recovery, on the team page, the security page and where a new password is set. */
export const byOthers = pageWords('byOthers', {
  title: 'Organisation recovery',
  loading: 'Loading organisation recovery',
  loadFailed: 'Organisation recovery could not be loaded',
  retry: 'Retry',
  quorum,
  setup: {
    lead: 'Named people can, together, let a member back in who lost password and recovery words. It applies to those who allow it, each on their own Security page.',
    none: 'Not set up yet. Members who lose both their password and their recovery words lose their files.',
    summary: (threshold: number, holders: number) =>
      holders === 1 ? 'One person alone can let members back in' : `${threshold} of ${holders} let members back in`,
    decided: (who: string, when: string) => `Decided by ${who} on ${when}`,
    people: 'People who can help',
    start: 'Set up',
    change: 'Change',
    title: 'Who can let members back in',
    means:
      'Each of them keeps a sealed part of the key of every member who allows it. As many as you say, together, can open everything in such a vault. Fewer cannot, and neither can this server.',
    choose: 'People',
    find: 'Search by name or address',
    tooMany: (max: number) => `Choose at most ${max} people.`,
    noVault: 'No vault yet',
    gone: 'No longer here',
    threshold: 'How many it takes',
    thresholdHint: (holders: number) => `2 to ${holders}. More is safer, fewer is easier to reach.`,
    thresholdWrong: (holders: number) => `Type a number from 2 to ${holders}.`,
    alone:
      'With a single person, that person can open the vault of everybody who allows it, alone and at any time with the help of the server. Name at least three people if you can.',
    nobody: 'Choose somebody first.',
    submit: 'Sign and save',
    busy: 'Signing...',
    saved: 'Organisation recovery was saved',
    savedText: 'Members see it on their Security page and choose for themselves',
    end: 'End organisation recovery',
    endTitle: 'End organisation recovery?',
    endText:
      'All parts of keys are deleted, and open requests end. Members who lose password and recovery words then lose their files.',
    endConfirm: 'End it',
    ended: 'Organisation recovery has ended',
  },
  asking: {
    title: 'Asking to be let back in',
    lead: 'You hold a part of the key of these people. Speak to them before you answer.',
    when: (at: string) => `Asked ${at}`,
    until: (at: string) => `ends on ${at}`,
    answers: (count: number, threshold: number) => `${count} of ${threshold} answered`,
    done: 'You answered',
    answer: 'Answer',
    answerLabel: (who: string) => `Answer ${who}`,
    dialogTitle: (who: string) => `Let ${who} back in`,
    how: (who: string) =>
      `Call ${who}, on a number that you know, and make sure that it is them. Have them read you the 20-digit code on their screen, and type it here. Do not take it from a mail or a chat.`,
    what: 'With the right code, your browser hands your part of the key to their browser, and to nobody else.',
    code: 'Code that they read to you',
    codeHint: '20 digits; spaces do not matter.',
    codeShort: 'The code has 20 digits.',
    submit: 'Hand over my part',
    busy: 'Handing over...',
    handed: 'Your part was handed over',
    handedText: (who: string) => `${who} was notified by mail`,
    refuse: 'They did not ask: refuse',
    refusing: 'Refusing...',
    refused: 'The request was refused and has ended',
    refuseFailed: 'The request could not be refused',
  },
  agreement: {
    lead: 'Should you lose password and recovery words, people of your organisation can let you back in, if you allow it. Nobody can switch this on for you.',
    none: 'Your organisation has not named anybody. Only your password and your recovery words open your vault.',
    meaning: (threshold: number, holders: number) =>
      `${quorum(threshold, holders)} could open everything in your vault, with the help of the server and without you. Nobody can with fewer.`,
    holders: 'Who it is',
    decidedBy: 'Decided by',
    decided: (who: string, when: string) => `${who}, ${when}`,
    you: 'you',
    someoneLeft: 'Somebody who has left',
    notAllowed: 'You have not allowed it.',
    allowed: (when: string) => `You allowed it on ${when}.`,
    changed:
      'The list changed since you allowed it. What you allowed stays in force, without those who left, until you allow the new one.',
    tooFew: (threshold: number) =>
      `You are one of those named, and besides you there are fewer than ${threshold}. Ask an administrator to name one more.`,
    unknownAuthor: (who: string) =>
      `The server could have made up ${who}: they gave you no address with their keys, and you have not compared the safety number. Open Team, press Details beside ${who} and compare it; then you can allow this.`,
    toTeam: 'Open Team',
    allow: 'Allow',
    allowNew: 'Allow the new list',
    allowing: 'Sealing the parts...',
    allowTitle: 'Let your organisation help you back in?',
    allowDone: 'Organisation recovery is allowed',
    allowDoneText: 'You can stop allowing it at any time',
    allowFailed: 'Organisation recovery could not be allowed',
    stop: 'Stop allowing',
    stopTitle: 'Stop allowing organisation recovery?',
    stopText:
      'The parts of your key are deleted from the server, and your vault gets a new key that they do not open. Then only your password and your recovery words open it.',
    stopPassword: 'Your password',
    stopBusy: 'Making new keys...',
    ended:
      'Organisation recovery could not be renewed and has ended: nobody can let you back in until you allow it again, under Security.',
    stopDone: 'Organisation recovery is no longer allowed',
    open: (until: string) =>
      `Somebody asked with your account to be let back in. The request ends on ${until}. If that was not you, cancel it now and set a new password.`,
    cancel: 'Cancel the request',
    cancelled: 'The request was cancelled',
    cancelFailed: 'The request could not be cancelled',
    keep: 'Keep it',
  },
  ask: {
    offer: 'Lost the words too? Ask your organisation',
    back: 'I have the words after all',
    title: 'Ask your organisation',
    lead: (threshold: number, holders: number) =>
      holders === 1
        ? 'You allowed one person to let you back in. They are notified now; call them next.'
        : `You allowed ${people(holders)} to let you back in; it takes ${threshold} of them. They are notified now; call them next.`,
    holders: 'Who can help',
    submit: 'Ask them now',
    busy: 'Asking...',
    code: 'Code of your request',
    codeLead: (threshold: number) =>
      `Call ${people(threshold)} on the list and read them this code. They type it, so that they answer you and nobody else. Do not send it by mail or chat.`,
    answered: 'Has answered',
    waiting: 'Not yet',
    count: (answers: number, threshold: number) =>
      `${answers} of ${threshold} ${answers === 1 ? 'has' : 'have'} answered`,
    until: (at: string) =>
      `This request waits until ${at}. You can close this page and come back to it in this browser.`,
    elsewhere: 'You asked in another browser. Continue there, or ask again here; then the code there no longer counts.',
    again: 'Ask again here',
    cancel: 'Cancel the request',
    ready: 'Enough people have answered. Choose a new password; your vault opens with it.',
    setPassword: 'Set password and open my vault',
    opening: 'Opening your vault...',
  },
  kit: {
    title: 'New recovery words',
    lead: 'New words replace the lost ones. The old ones stop working as soon as you have typed three of the new ones back.',
    password: 'Your password',
    submit: 'Make new words',
    busy: 'Making new words...',
    later: 'Later',
    done: 'Your new recovery words are in force',
    doneText: 'The old ones no longer open the vault',
    failed: 'The words were not replaced',
    unknown: 'We cannot tell which words are in force',
    unknownText:
      'The connection broke. Keep both the old and the new words, stay on this page, and try again when you are connected.',
    renew: 'Make new words',
  },
})
