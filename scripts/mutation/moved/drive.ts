import { type Fault, noticedBy } from './fault.ts'

const TOASTS = 'e2e/shell/failure-toasts.spec.ts'
const FAILURES = noticedBy('web/app/drive/failures.screen.browser.test.tsx', TOASTS, {
  'an upload that failed names the file and the reason, and Retry begins it again': [
    {
      file: 'web/app/transfer/use-upload-news.ts',
      from: 'm.transfers.failedOne(uploadErrorText, first.name, reason)',
      to: 'uploadErrorText',
    },
    {
      file: 'web/app/transfer/upload-row.tsx',
      from: '<IconButton label={text.retry(name)} onClick={() => files.resumeUpload(id)}>',
      to: '<IconButton label={text.retry(name)} onClick={() => undefined}>',
    },
  ],
  'uploads without a session say to sign in, once for all of them': [
    {
      file: 'web/app/transfer/use-upload-news.ts',
      from: "if (fresh.every(({ lacks }) => lacks === 'session')) toastError",
      to: 'if (fresh.length === 0) toastError',
    },
  ],
  'a download that failed is reported': [
    {
      file: 'web/app/drive/actions/use-file-actions.ts',
      from: 'onError: (error) => sayFailed(because(toast.downloadErrorText, error)),',
      to: '',
    },
  ],
  'a file that could not be deleted is reported, and stays': [
    {
      file: 'web/app/drive/actions/use-change.ts',
      from: 'toastError(failed.title, m.files.because(failed.text, sentenceFor(error)))',
      to: 'void [failed.title, error, toastError, sentenceFor, m]',
    },
    {
      file: 'web/app/drive/actions/use-item-actions.ts',
      from: 'title: list.every(isFolder) ? m.files.toast.error : m.files.toast.deleteError,',
      to: 'title: m.files.toast.error,',
    },
  ],
  'a link that could not be made is reported, and the file is not called shared': [
    {
      file: 'web/app/sharing/link/use-make-link.ts',
      from: 'toastError(toast.error, m.files.because(toast.shareErrorText, sentenceFor(error)))',
      to: 'void [error, toastError, sentenceFor]',
    },
  ],
})

const LISTS = noticedBy('web/app/drive/lists.screen.browser.test.tsx', TOASTS, {
  'a list of files that could not be read says so, and Retry reads it': [
    { file: 'web/app/drive/files.queries.ts', from: 'meta: { failed: m.files.failed },', to: '' },
    { file: 'web/app/drive/files-page.tsx', from: 'onRetry={() => void retry()}', to: 'onRetry={() => void retry}' },
    { file: 'web/app/queries.ts', from: 'const RETRIES = 2', to: 'const RETRIES = 1' },
  ],
  'folders and tags that could not be read are named one by one, and Retry reads the folders': [
    { file: 'web/app/drive/files.queries.ts', from: 'meta: { failed: m.items.fetchFailed },', to: '' },
    { file: 'web/app/drive/tags/tags.queries.ts', from: 'meta: { failed: m.documents.toast.fetchFailed },', to: '' },
    {
      file: 'web/app/drive/use-drive.ts',
      from: 'Promise.all([fileList.refetch(), folderList.refetch()])',
      to: 'fileList.refetch()',
    },
  ],
  'tags of files and roles that could not be read are not reported; without roles no tab of the log is there': [
    {
      file: 'web/app/drive/tags/tags.queries.ts',
      from: 'queryFn: () => tags.pairs() })',
      to: 'queryFn: () => tags.pairs(), meta: { failed: m.documents.toast.fetchFailed } })',
    },
    {
      file: 'web/app/shell/dashboard-home.tsx',
      from: '!permission || can(permission)',
      to: '!permission || can(permission) || !isPending',
    },
  ],
  'while the list is read, it says so; one without files invites to upload': [
    {
      file: 'web/app/drive/files-pending.tsx',
      from: 'rows={hasFailed ? 0 : SKELETON_ROWS}',
      to: 'rows={hasFailed ? 0 : 0}',
    },
    {
      file: 'web/app/drive/nothing-here.tsx',
      from: 'isTop && isVaultEmpty ?',
      to: 'isTop && !isVaultEmpty ?',
    },
  ],
})

const DEVICE = noticedBy('web/app/drive/lists.screen.browser.test.tsx', 'e2e/drive/device-list.spec.ts', {
  'what this device holds is listed and searched while the server is asked, and says so until it has answered': [
    {
      file: 'web/app/drive/files.queries.ts',
      from: 'if (!signal.aborted && !isChanging(client)) client.setQueryData<VaultFile[]>(queryKey, part)',
      to: 'void [signal, part]',
    },
    {
      file: 'web/app/drive/use-drive.ts',
      from: 'return useSyncExternalStore(reading.subscribe, reading.read)',
      to: 'return reading && null',
    },
  ],
})

const DOCUMENTS = noticedBy('web/app/drive/folders-and-tags.screen.browser.test.tsx', TOASTS, {
  'a folder that could not be made is reported and not shown; one that was made is both said and shown': [
    {
      file: 'web/app/drive/actions/use-item-actions.ts',
      from: 'failure(text.newFolder.failed)',
      to: 'failure(text.rename.folderFailed)',
    },
    { file: 'web/app/drive/actions/use-item-actions.ts', from: 'toastDone(text.newFolder.created)', to: '' },
  ],
  'a folder that could not be deleted is reported, and stays': [
    {
      file: 'web/app/drive/actions/use-item-actions.ts',
      from: 'text: list.every(isFolder) ? text.trash.folderFailed : m.files.toast.deleteErrorText,',
      to: 'text: m.files.toast.deleteErrorText,',
    },
  ],
  'a tag that could not be made is reported and not shown; one that was made is both said and shown': [
    {
      file: 'web/app/drive/tags/use-tag-actions.ts',
      from: '{ done: text.tagCreated, failed: text.createFailed }',
      to: '{ done: text.tagCreated, failed: text.addFailed }',
    },
    {
      file: 'web/app/drive/tags/use-tag-actions.ts',
      from: '{ done: text.tagCreated, failed: text.createFailed }',
      to: '{ failed: text.createFailed }',
    },
  ],
  'a tag that could not be put on a file is reported, and is not on it': [
    {
      file: 'web/app/drive/tags/use-tag-actions.ts',
      from: 'failed: isOn ? text.addFailed : text.removeFailed',
      to: 'failed: text.removeFailed',
    },
    { file: 'web/app/drive/tags/use-tag-actions.ts', from: "['tags', 'file-tags']", to: "['tags']" },
  ],
  'a tag that could not be taken off a file is reported, and stays on it': [
    {
      file: 'web/app/drive/tags/use-tag-actions.ts',
      from: 'failed: isOn ? text.addFailed : text.removeFailed',
      to: 'failed: text.addFailed',
    },
    { file: 'web/app/drive/tags/use-tag-actions.ts', from: "['tags', 'file-tags']", to: "['tags']" },
  ],
  'a tag that could not be deleted is reported, and stays': [
    {
      file: 'web/app/drive/tags/use-tag-actions.ts',
      from: '{ done: text.tagDeleted, failed: text.deleteFailed }',
      to: '{ done: text.tagDeleted, failed: text.createFailed }',
    },
  ],
})

const LOG = noticedBy('web/app/audit/audit-log.screen.browser.test.tsx', TOASTS, {
  'a log that could not be read says so, and Retry reads it; an export that failed is reported': [
    {
      file: 'web/parts/query/query-view.tsx',
      from: '<ListFailed text={text} query={query} />',
      to: '{text.failed.slice(0, 0)}',
    },
    {
      file: 'web/parts/query/list-failed.tsx',
      from: 'onClick={() => void refetch()}',
      to: 'onClick={() => void refetch}',
    },
    {
      file: 'web/app/audit/export-button.tsx',
      from: 'toastError(auditWords.exportFailed, sentenceFor(error))',
      to: 'void [error, toastError, sentenceFor]',
    },
  ],
})

const SETTINGS = noticedBy('web/app/settings/failures.screen.browser.test.tsx', TOASTS, {
  'a profile that could not be read or saved is reported, and what was typed stays': [
    { file: 'web/parts/people/settings.queries.ts', from: 'meta: { failed: words.profileForm.loadFailed },', to: '' },
    {
      file: 'web/app/settings/profile-form.tsx',
      from: '<Form\n      onSubmit',
      to: '<Form\n      key={save.status}\n      onSubmit',
    },
    {
      file: 'web/app/settings/profile-form.tsx',
      from: 'm.files.because(words.saveFailed, sentenceFor(error))',
      to: 'sentenceFor(error)',
    },
    { file: 'web/app/settings/profile-form.tsx', from: 'toastDone(words.saved)', to: 'void toastDone' },
  ],
  'a subscription that could not be read is reported, and Retry reads it': [
    { file: 'web/parts/people/settings.queries.ts', from: 'meta: { failed: words.plans.loadFailed },', to: '' },
    { file: 'web/app/billing/billing-section.tsx', from: '    void refetch()\n', to: '' },
  ],
  'a checkout that failed is reported; without a session it says to sign in': [
    {
      file: 'web/app/billing/billing-section.tsx',
      from: 'onError: fail(words.checkoutFailed, words.signInToSubscribe),',
      to: '',
    },
    {
      file: 'web/app/billing/billing-section.tsx',
      from: "problem.code === 'session_ended'",
      to: "problem.code === 'vault_locked'",
    },
  ],
  'a portal that failed is reported; without a session it says to sign in': [
    {
      file: 'web/app/billing/billing-section.tsx',
      from: 'fail(words.portalFailed, words.signInToManage)',
      to: 'fail(words.checkoutFailed, words.signInToSubscribe)',
    },
  ],
})

export const MOVED_DRIVE: readonly Fault[] = [...FAILURES, ...LISTS, ...DEVICE, ...DOCUMENTS, ...LOG, ...SETTINGS]
