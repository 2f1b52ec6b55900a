export const preview = {
  loading: 'Decrypting',
  position: (at: number, count: number) => `${at} of ${count}`,
  previous: 'Previous file',
  next: 'Next file',
  download: 'Download',
  failed: 'Failed to open the preview',
  unknown: 'There is no preview for this type of file.',
  unknownText: 'Download it to open it with a program on this device.',
  large: 'This file is too large for a preview.',
  notAsNamed: 'This file cannot be shown.',
  notAsNamedText:
    'It is whole and verified, but this browser cannot read it. Download it to open it with another program.',
  noPdf: 'This browser cannot show PDF files inside a page.',
  text: 'Text of the file',
  beginning: (shown: string, size: string) =>
    `This is the first ${shown} of ${size}. Download the file to see the rest.`,
  pdf: (name: string) => `${name} as pages`,
  empty: 'This file is empty.',
} as const
