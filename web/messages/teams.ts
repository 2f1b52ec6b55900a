import { formatCount } from '#web/lib/format.ts'
import { pageWords } from './languages/page-words.ts'

const people = (count: number) => (count === 1 ? '1 person' : `${formatCount(count)} people`)

/** Teams of the organisation: the list, their people, and where a team stands for its people. */
export const teams = pageWords('teams', {
  views: { label: 'People or teams', people: 'People', teams: 'Teams' },
  title: 'Teams',
  lead: 'A team is a list of people. It opens nothing by itself: when somebody shares with a team, they see each person in it and decide.',
  loading: 'Loading teams',
  failed: 'The teams could not be loaded',
  retry: 'Retry',
  empty: 'No teams yet',
  emptyText: 'Make one for people who often work together, such as a department.',
  emptyMember: 'Somebody who manages users can make one.',
  notFound: 'No team has this name',
  count: people,
  yours: 'Yours',
  managed: 'Identity provider',
  managedText: 'Managed by your identity provider. Who is in it and what it is called is changed there.',
  open: 'Open',
  openOf: (name: string) => `Open ${name}`,
  create: 'New team',
  form: {
    createTitle: 'New team',
    editTitle: (name: string) => `Edit ${name}`,
    name: 'Name',
    nameLong: 'A name has at most 100 characters.',
    nameLines: 'A name is one line of text.',
    description: 'Description',
    descriptionHint: 'What the team is for. Everybody in your organisation can read it.',
    descriptionLong: 'A description has at most 500 characters.',
    create: 'Create team',
    creating: 'Creating…',
    save: 'Save',
    saving: 'Saving…',
    created: 'Team created',
    createdText: 'Now add its people.',
    saved: 'Team changed',
    now: (name: string, description: string) =>
      description === ''
        ? `It is called “${name}” now, without a description. Saving again replaces that.`
        : `It is called “${name}” now, with the description “${description}”. Saving again replaces that.`,
  },
  sheet: {
    people: 'People',
    loading: 'Loading the people of this team',
    failed: 'The people of this team could not be loaded',
    nobody: 'Nobody is in this team yet.',
    find: 'Search the team',
    more: (count: number) => `Show ${formatCount(count)} more`,
    you: 'You',
    isNew: 'Added',
    noVault: 'No vault yet',
    remove: 'Remove',
    removeOf: (who: string) => `Remove ${who} from the team`,
    add: 'Add people',
    addHint: 'Everybody in your organisation who is not in the team.',
    addNone: 'Everybody in your organisation is in the team.',
    addFind: 'Search by name or address',
    addOne: 'Add',
    addOf: (who: string) => `Add ${who} to the team`,
    note: 'People who are removed keep the files and spaces that they can open. To end that, change the members of the space or stop sharing the file.',
    save: 'Save people',
    saving: 'Saving…',
    saved: 'People of the team saved',
    saveFailed: 'The people of the team were not changed',
    changes: (added: number, removed: number) =>
      [added > 0 ? `${people(added)} to add` : '', removed > 0 ? `${people(removed)} to remove` : '']
        .filter(Boolean)
        .join(', '),
    unsaved: {
      title: 'Discard changes?',
      text: 'You changed who is in this team and did not save.',
      keep: 'Keep editing',
      discard: 'Discard',
    },
    edit: 'Edit name and description',
    delete: 'Delete team',
  },
  remove: {
    title: (name: string) => `Delete ${name}?`,
    ends: 'The team can no longer be chosen, and team spaces no longer show who joined or left it.',
    stays:
      'Its people keep everything that they can open: files that were shared with them and spaces that they are in. Nobody is removed from the organisation.',
    label: (name: string) => `Type ${name} to delete it`,
    wrong: 'That is not the name of the team.',
    confirm: 'Delete team',
    busy: 'Deleting…',
    done: 'Team deleted',
    failed: 'The team was not deleted',
  },
  choose: {
    title: 'Add a team',
    hint: 'Its people are put on the list one by one. Look at each before you save: the server says who is in a team.',
    label: 'Team',
    option: (name: string, count: number) => `${name} (${people(count)})`,
    add: 'Add its people',
    failed: 'The people of the team could not be added',
    done: (name: string, count: number) =>
      count === 0 ? `Nobody of ${name} had to be added.` : `${people(count)} of ${name} on the list.`,
  },
  /** Who of a team gets nothing, and why. */
  left: {
    blocked: (name: string, who: string) =>
      `Of ${name}, left out because their keys are not the ones you saw before: ${who}. Ask them in person.`,
    withoutVault: (name: string, who: string) => `Of ${name}, without a vault yet: ${who}.`,
    strangers: (name: string, count: number) =>
      count === 1
        ? `The server counts 1 person among ${name} who is not in your organisation. They are left out.`
        : `The server counts ${formatCount(count)} people among ${name} who are not in your organisation. They are left out.`,
  },
  share: {
    hint: 'The name of a team puts its people on the list.',
    suggestion: (count: number) => `Team, ${people(count)}`,
    nobody: (name: string) => `Nobody of ${name} can be given a file.`,
    takeOut: 'Leave out',
    takeOutOf: (who: string) => `Leave out ${who}`,
  },
  /** In the sheet of a team space. */
  space: {
    title: 'Teams of this space',
    missing: (name: string, count: number) =>
      count === 1
        ? `1 person of ${name} is not in this space.`
        : `${formatCount(count)} people of ${name} are not in this space.`,
    add: 'Add them',
    addOf: (name: string) => `Add the missing people of ${name}`,
    leaveOut: 'Leave them out',
    leaveOutOf: (name: string) => `Leave the missing people of ${name} out`,
    gone: (name: string, count: number) =>
      count === 1 ? `1 person is no longer in ${name}.` : `${formatCount(count)} people are no longer in ${name}.`,
    takeOut: 'Remove from the space',
    takeOutOf: (name: string) => `Remove those who left ${name} from the space`,
    keep: 'Keep in the space',
    keepOf: (name: string) => `Keep those who left ${name} in the space`,
    same: (name: string) => `Everybody of ${name} is in this space, or was left out by a manager.`,
    unknown: {
      failed:
        'Who joined or left the teams of this space is not known, because people or their keys could not be compared',
      retry: 'Retry',
    },
    forget: 'Forget',
    forgetOf: (name: string) => `Forget that this space is for ${name}`,
    forgetNote: 'Forgetting a team changes nobody’s access.',
    failed: 'This was not noted',
    notNoted: 'The members were saved, but the space does not remember the team',
    look: 'Look at members',
  },
  own: {
    title: 'Your teams',
    lead: 'An administrator or your identity provider decides who is in a team.',
    none: 'You are in no team.',
  },
} as const)
