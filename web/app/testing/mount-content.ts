import { page } from 'vitest/browser'
import { failing } from './failures.ts'
import { mountScreen } from './mount-screen.tsx'
import type { VaultAnswers } from './stub-vault.ts'
import type { ListedDraft, OpenDraft } from '#web/lib/remote/vault-client.ts'

export const DRAFT: OpenDraft = {
  draft: {
    id: 'one',
    title: 'Share files with your doctor',
    content_type: 'blog',
    outline: '',
    target_keyword: 'file sharing',
    audience: '',
    meta_description: '',
    suggested_tags: [],
    version: 3,
    is_being_written: false,
  },
  current: { no: 2, content: 'The first line.\nA new second line.', kind: 'person' },
  versions: [version(2, 'person'), { ...version(1, 'model'), is_whole: false }],
  label: 'Text written by model tiny-1',
  unfinished: null,
}

export function version(no: number, kind: 'person' | 'model') {
  const model = kind === 'model' ? 'tiny-1' : null
  return {
    no,
    kind,
    is_whole: true,
    author: null,
    model,
    rewrites: null,
    characters: 20,
    created_at: '2026-11-28T10:00:00Z',
  }
}

export const LISTED: ListedDraft = {
  id: 'one',
  title: DRAFT.draft.title,
  content_type: 'blog',
  updated_at: '2026-11-28T10:00:00Z',
  is_being_written: false,
  versions: 2,
  model: 'tiny-1',
}
export const mountContent = (
  drafts: VaultAnswers['drafts'] = {},
  address = '/ai-studio/content?draft=one',
  sources: VaultAnswers['sources'] = {},
) =>
  mountScreen(address, {
    roles: { list: async () => ['growth_manager'], isOfOperator: async () => false },
    models: { list: failing },
    grammar: { read: async () => ({ words: [], dialect: 'American', is_installed: false }) },
    sources: { list: async () => ({ sources: [], embeddings: 'not installed' }), ...sources },
    drafts: {
      list: async () => ({ drafts: [LISTED], model: null }),
      read: async () => DRAFT,
      readVersion: async () => 'The first line.\nAn old second line.',
      ...drafts,
    },
  })

export const MODEL = { provider: 'Own server', model: 'tiny-1' }
export const text = page.getByRole('textbox', { name: 'Text', exact: true })
