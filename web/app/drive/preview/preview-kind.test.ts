import { expect, test } from 'vitest'
import { previewPlan } from './preview-kind.ts'

const planOf = (name: string, mimeType = '', sizeBytes = 10) => previewPlan({ name, mimeType, sizeBytes })

test('images are shown under a type of ours, whatever the file says it is', () => {
  expect(planOf('a.png', 'text/html')).toEqual({ kind: 'image', type: 'image/png' })
  expect(planOf('photo', 'image/webp')).toEqual({ kind: 'image', type: 'image/webp' })
  expect(planOf('logo.svg', 'image/svg+xml')).toEqual({ kind: 'image', type: 'image/svg+xml' })
  expect(planOf('raw', 'image/tiff')).toEqual({ kind: 'none', because: 'unknown' })
})

test('what browsers call a film by its ending is text when it is a program', () => {
  expect(planOf('main.ts', 'video/mp2t')).toEqual({ kind: 'text', type: 'text/plain' })
  expect(planOf('page.html', 'text/html')).toEqual({ kind: 'text', type: 'text/plain' })
  expect(planOf('data.bin', 'application/geo+json')).toEqual({ kind: 'text', type: 'text/plain' })
})

test('sound, film and PDF are recognised by their type', () => {
  expect(planOf('a.wav', 'audio/wav')).toEqual({ kind: 'audio', type: 'audio/wav' })
  expect(planOf('a.webm', 'Video/WebM;codecs=vp9')).toEqual({ kind: 'video', type: 'video/webm' })
  expect(planOf('Contract.PDF')).toEqual({ kind: 'pdf', type: 'application/pdf' })
})

test('what would fill the memory or has no viewer is offered for download', () => {
  expect(planOf('a.png', 'image/png', (50 << 20) + 1)).toEqual({ kind: 'none', because: 'large' })
  expect(planOf('a.pdf', '', (100 << 20) + 1)).toEqual({ kind: 'none', because: 'large' })
  expect(planOf('a.log', '', 1 << 30)).toEqual({ kind: 'text', type: 'text/plain' })
  expect(planOf('a.zip', 'application/zip')).toEqual({ kind: 'none', because: 'unknown' })
})
