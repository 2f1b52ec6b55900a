import { formatCount } from '#web/lib/format.ts'

/** The page that a shared link opens. */
export const link = {
  title: 'A file was shared with you',
  opening: 'Opening the link…',
  size: 'Size',
  sender: 'Shared by',
  senderHidden: 'Not stated',
  expires: 'Link ends',
  /** A link to several files. */
  several: {
    title: 'Files were shared with you',
    files: (count: number) => `${formatCount(count)} ${count === 1 ? 'file' : 'files'}`,
    list: 'Files of this link',
    all: 'Download all',
    rest: (count: number) => `Download the other ${formatCount(count)}`,
    zip: 'As one ZIP file.',
    downloadFile: (name: string) => `Download ${name}`,
    previewFile: (name: string) => `Preview ${name}`,
    more: (count: number) => `Show ${formatCount(count)} more`,
    missing: 'Missing',
    missingText: (count: number) =>
      `${count === 1 ? 'One file is' : `${formatCount(count)} files are`} no longer available here. The others can be opened.`,
    damaged: 'Damaged',
    failed: (name: string, sentence: string) => `${name}: ${sentence}`,
    saved: (name: string) => `${name} is saved. Every byte was checked against the seal of its owner.`,
    how: 'Your browser decrypts these files with the secret at the end of the link. The server stores sealed bytes and never sees that secret.',
    counts:
      'Opening a file counts as one of these downloads. Everything that you open here within an hour in this tab counts once.',
    onVisit: (until: string, left: number) =>
      `Counted once for this tab: you can open and download the files here until ${until}.${left === 0 ? ' It was the last download of this link.' : ''}`,
  },
  left: 'Downloads left',
  leftValue: (count: number) => formatCount(count),
  download: 'Download file',
  downloading: 'Downloading…',
  again: 'Download again',
  progress: (name: string) => `Progress of ${name}`,
  decrypting: (done: string, all: string) => `Downloading and decrypting, ${done} of ${all}`,
  saved: 'Saved. Every byte was checked against the seal of its owner.',
  usedUp:
    'That was the last download of this link. If you need the file again, ask the person who shared it for a new link.',
  preview: 'Preview',
  counts:
    'Opening the file counts as one of these downloads. Preview and download within an hour in this tab count once.',
  onVisit: (until: string, left: number) =>
    `Counted once for this tab: you can preview and download the file here until ${until}.${left === 0 ? ' It was the last download of this link.' : ''}`,
  how: 'Your browser decrypts this file with the secret at the end of the link. The server stores sealed bytes and never sees that secret.',
  unsigned: 'The owner of the link wrote the name you see here. Ask them if you are not sure.',
  password: {
    title: 'This link has a password',
    lead: 'The person who sent you the link has the password. It becomes part of the key: the server cannot check or reset it.',
    label: 'Password',
    submit: 'Open file',
    busy: 'Opening…',
  },
  over: {
    share_link_revoked: 'This link was ended',
    share_link_expired: 'This link has expired',
    share_link_used_up: 'This link was used up',
    share_link_unavailable: 'File not available',
    share_link_unknown: 'There is no such link',
    share_link_damaged: 'This link does not open',
  },
  incomplete: {
    title: 'Part of this link is missing',
    text: 'The secret at the end of the address, after the sign #, did not arrive. Copy the whole link again, to its last character.',
  },
  failed: 'The link could not be opened',
  retry: 'Try again',
  downloadFailed: (sentence: string) => `Download failed. ${sentence}`,
} as const
