import { pageWords } from './languages/page-words.ts'
import type { SpaceRole } from '#contract/organisation/space-roles.ts'
import { formatCount } from '#web/lib/format.ts'

const ROLE: Record<SpaceRole, { label: string; hint: string }> = {
  manager: { label: 'Manager', hint: 'Decides who belongs to the space, and changes what is in it.' },
  editor: { label: 'Editor', hint: 'Adds, changes and deletes files.' },
  viewer: { label: 'Viewer', hint: 'Opens and downloads files.' },
}
const people = (count: number) => (count === 1 ? '1 person' : `${formatCount(count)} people`)

const words = {
  title: 'Team spaces',
  lead: 'Files that several people share. Only the members of a space can open what is in it; not even an administrator can.',
  list: 'Team spaces',
  one: 'Team space',
  open: (name: string) => `Open ${name}`,
  create: 'New space',
  loading: 'Loading team spaces',
  failed: 'The team spaces could not be loaded',
  retry: 'Retry',
  empty: 'No team spaces yet',
  emptyText:
    'Make one for a project or a department. Its members see everything in it, including what was there before they joined.',
  members: people,
  role: (role: SpaceRole) => ROLE[role].label,
  roleHint: (role: SpaceRole) => ROLE[role].hint,
  since: (when: string) => `Since ${when}`,
  refused: 'Cannot be trusted',
  problem: {
    key_changed:
      'The keys of a manager of this space are not the ones you have seen before. Nothing was opened; compare the safety number with them on the Team page.',
    space_refused:
      'The list of members is not one that a manager of the space signed, or is older than one you have seen. Nothing was opened; ask a manager.',
  },
  gone: {
    title: 'Space not found',
    text: 'It was deleted, or you no longer belong to it.',
    action: 'All team spaces',
  },
  viewing: 'You can open and download files here. Ask a manager of the space if you want to add some.',
  leavers: {
    notice: (names: string, count: number) =>
      `The server says that ${names} no longer ${count === 1 ? 'belongs' : 'belong'} to this space. Until its key is changed, they know the key of what is added here.`,
    action: 'Change key',
    title: 'Change the key of this space?',
    text: (names: string) =>
      `${names} will be removed for good and cannot open anything added from now on. If you do not expect that, ask them first: only the server says that they left.`,
  },
  newSpace: {
    title: 'New team space',
    name: 'Name',
    nameHint: 'Only its members can read it.',
    submit: 'Create space',
    busy: 'Creating…',
    done: 'Space created',
    failed: 'The space was not created',
  },
  manage: {
    open: 'Members',
    title: (name: string) => `Members of ${name}`,
    people: 'Members',
    add: 'Add somebody',
    addHint: 'Everybody in your organisation who has a vault.',
    addNone: 'Everybody in your organisation who has a vault is on the list.',
    keys: { failed: 'The keys of these people could not be compared, so nobody can be added now', retry: 'Retry' },
    find: 'Search by name or address',
    roleOf: (who: string) => `Role of ${who}`,
    addOf: (who: string) => `Add ${who}`,
    added: 'Add',
    you: 'You',
    removeOf: (who: string) => `Remove ${who}`,
    remove: 'Remove',
    submit: 'Save members',
    saving: 'Saving…',
    saved: 'Members saved',
    savedText: 'People who were removed cannot open anything added from now on.',
    failed: 'The members were not changed',
    unsaved: {
      note: 'Changes not saved yet',
      title: 'Discard changes?',
      text: 'You changed the members of this space and did not save.',
      keep: 'Keep editing',
      discard: 'Discard',
    },
    space: 'This space',
    oneManager:
      'The space has one manager. If that account is lost, nobody can change who belongs to the space: make somebody else a manager too.',
    noManager: 'A space needs at least one manager.',
    note: 'Removing somebody changes the key of the space. They may have kept what they opened or downloaded before.',
    code: 'Code of this member list',
    codeText:
      'Every member sees the same digits until the list changes. If somebody has others, the server is showing you different lists: store nothing here and tell your administrator.',
    keyChanged: 'Key changed',
    keyFailed: 'The key was not changed',
    rename: 'Rename space',
    renameName: 'New name',
    renamed: 'Space renamed',
    renameFailed: 'The space was not renamed',
    leave: 'Leave space',
    leaveTitle: (name: string) => `Leave ${name}?`,
    leaveText: 'You can no longer open what is in it, until a manager adds you again. What you stored there stays.',
    left: 'You left the space',
    leaveFailed: 'You did not leave the space',
    delete: 'Delete space',
    deleteTitle: (name: string) => `Delete ${name}?`,
    deleteText: 'Every file and folder in it is deleted for all members, for good. This cannot be undone.',
    deleteLabel: (name: string) => `Type ${name} to delete it`,
    deleteWrong: 'That is not the name of the space.',
    deleteConfirm: 'Delete for everybody',
    deleting: 'Deleting…',
    deleted: 'Space deleted',
    deleteFailed: 'The space was not deleted',
  },
  /** Sharing a file of a space with others than its members. */
  shareCopy: {
    title: (names: string) => `Share a copy of ${names}`,
    text: (space: string) =>
      `Who can open the files of ${space} is decided for the space as a whole. To share with others, or by link, you save a copy in My Files and share that. It is yours alone: the members do not see it, and what changes in the space does not change the copy.`,
    submit: 'Save a copy and share',
  },
} as const

export const spaces = pageWords('spaces', words)
