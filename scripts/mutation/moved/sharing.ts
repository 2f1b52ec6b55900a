import { type Fault, noticedBy } from './fault.ts'

const FIELD = 'web/app/sharing/people/use-found-people.ts'
const FORM = 'web/app/sharing/people/share-with-person.tsx'
const CARD = 'web/app/sharing/people/found-person-card.tsx'
const PASSWORD = 'web/app/sharing/new-password-field.tsx'

const DIALOG = noticedBy(
  'web/app/sharing/sharing-dialog.screen.browser.test.tsx',
  'e2e/sharing/sharing-dialog.spec.ts',
  {
    'an address that leads to no colleague says so, and offers a link instead': [
      { file: FORM, from: '{people.isStranger && <StrangerNotice onLink={onLink} />}', to: '' },
      {
        file: 'web/app/sharing/share-dialog.tsx',
        from: 'onLink={() => link.current?.focus()}',
        to: 'onLink={() => email.current?.focus()}',
      },
    ],
    'one’s own address is refused before anybody is looked for': [
      { file: FIELD, from: 'state.email.toLowerCase()', to: 'state.email.toUpperCase()' },
    ],
    'the safety number has twelve groups, and is remembered as compared once a person says that it matches': [
      {
        file: CARD,
        from: 'sharing.markCompared(person.userId), onSuccess: onChange',
        to: 'sharing.markCompared(person.userId)',
      },
      { file: CARD, from: '<DigitGroups label={text.safety.label} text={person.safetyNumber} />', to: '' },
    ],
    'keys that changed are given nothing': [
      {
        file: 'web/app/sharing/people/found.ts',
        from: "({ trust }) => trust !== 'changed'",
        to: '() => true',
      },
    ],
    'several lines that are pasted are several people: found ones are shown, left out ones named, then all are given it':
      [
        { file: 'web/app/sharing/people/people-field.tsx', from: "join(', ')", to: "join(' ')" },
        { file: 'web/app/sharing/people/found-people-list.tsx', from: '[...missing, ...changed', to: '[...changed' },
        { file: FORM, from: 'to) => areKnown(to) && void share', to: 'to) => void share' },
      ],
    'with the keyboard alone: a first contact is shown before it is given the file, and the field is ready for the next':
      [
        { file: FORM, from: 'to) => areKnown(to) && void share', to: 'to) => void share' },
        { file: FORM, from: 'if (round > 0) fieldRef.current?.focus()', to: '' },
      ],
    'a link is not left behind while it is made': [
      { file: 'web/app/sharing/share-dialog.tsx', from: 'isBusy={isMakingLink}', to: 'isBusy={isMakingLink && false}' },
    ],
    'the password of a link has a length, is judged, or is generated and copied': [
      { file: PASSWORD, from: 'value && charactersOf(value) < min ?', to: 'value && charactersOf(value) < 1 ?' },
      { file: PASSWORD, from: 'take(generatePassword())\n            setShown(true)', to: 'take(generatePassword())' },
      { file: PASSWORD, from: 'const GROUPS = 4', to: 'const GROUPS = 3' },
      {
        file: 'web/app/sharing/link/share-by-link.tsx',
        from: "password: password === '' ? null : password,",
        to: 'password: null && password,',
      },
    ],
  },
)

const GIVEN = noticedBy('web/app/sharing/given-keys.screen.browser.test.tsx', 'e2e/sharing/given-keys.spec.ts', {
  'where the public log proves nothing, sharing says why nothing was shared, and may be tried again': [
    {
      file: 'web/app/sharing/use-sharing-actions.ts',
      from: 'if (failures.length > 0) sayFailed(failures[0])',
      to: 'void failures',
    },
  ],
  'while the public log is waited for, a toast says so': [
    { file: 'web/app/ledger/use-key-waits.ts', from: 'if (isWaiting) close.push', to: 'if (!isWaiting) close.push' },
    { file: 'web/app/ledger/use-key-waits.ts', from: '      over()\n', to: '' },
  ],
  'a public log that is not as it was is accepted on the Security page, by a person who asked': [
    {
      file: 'web/app/security/protection/keys-row.tsx',
      from: 'more: listed.refused && <AcceptPublicLog problem={listed.refused} />,',
      to: 'more: listed.refused && AcceptPublicLog.name,',
    },
    {
      file: 'web/app/ledger/accept-log.tsx',
      from: 'onClick={() => setAsking(true)}',
      to: 'onClick={() => accept.mutate()}',
    },
    {
      file: 'web/app/ledger/accept-log.tsx',
      from: 'queries.invalidateQueries({ queryKey: [looksAgain] })',
      to: 'void [queries, looksAgain]',
    },
  ],
})

export const MOVED_SHARING: readonly Fault[] = [...DIALOG, ...GIVEN]
