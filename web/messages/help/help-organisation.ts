import type { Guide } from './help-guide.ts'

export const rulesGuide: Guide = {
  id: 'rules',
  title: 'Set rules for everybody in the organisation',
  steps: [
    'Open the admin panel, then Security and Rules. Choose what holds for everybody: a second factor or ways to sign in from a day on, the shortest password, how long sessions last, and what links may do.',
    'Below, "What changes" says it once more. Press "Save rules". Most apply at once, and the audit log keeps who changed what.',
    'Before you require a second factor or a way to sign in, sign in with it yourself. Everybody without it, and everybody who signed in another way, sees the day on each page.',
    'Under Sessions you end where somebody is signed in, for example on a stolen computer.',
  ],
  to: { path: '/admin/security?view=policies', label: 'Open Rules' },
}

const teamsGuide: Guide = {
  id: 'teams',
  title: 'Make a team of people',
  steps: [
    'Open Users & Teams in the admin panel, then Teams, and press New team. Add its people and press "Save people".',
    'When sharing a file, type the name of the team; when making a team space, choose it under "Add a team". Its people appear one by one: look at each, leave out whom you do not mean, then confirm.',
    'A team opens nothing by itself. Somebody who joins it later gets into a space when a manager adds them, and somebody who leaves it keeps what they can open until it is taken away.',
  ],
  to: { path: '/admin/users?view=teams', label: 'Open Teams' },
}

export const learnGuide: Guide = {
  id: 'training',
  title: 'Do a training course',
  steps: [
    'Open Training. What your organisation assigned to you comes first, with the day it is due.',
    'Read the lessons in their order and press "Mark as read and continue" below each. Where you stopped is kept.',
    'Answer the quiz: 80% have to be right, and there are five tries a day. Each answer is explained.',
    'Who passes has a certificate under "Your certificates". Anyone who has its code can check it; you decide whether they see your whole name.',
  ],
  to: { path: '/dashboard/training', label: 'Open Training' },
}

const assignGuide: Guide = {
  id: 'assign-training',
  title: 'Assign training to your people',
  steps: [
    'Open the admin panel, then Training, and press "Assign course". Choose the course, people, teams or everybody, and a day.',
    'They are notified at once, a week before, on the day, and each week after it. Details shows who has done it and who is late; "Export CSV" saves it.',
    'Under Own courses you write courses yourself. What you save is a draft; people learn what was published last.',
    'Under Phishing exercises you send all members a harmless mail that looks like phishing, once in fourteen days. It collects nothing.',
  ],
  to: { path: '/admin/training', label: 'Open Training' },
}

export const teamGuides: readonly Guide[] = [teamsGuide, assignGuide]

export const statusGuide: Guide = {
  id: 'status-incident',
  title: 'Tell people about an incident or planned maintenance',
  steps: [
    'Open Manage status and press "New incident". It is public at once, and mailed to every subscriber.',
    'Press Update when there is news, and Resolve when it is over. You can write updates for incidents that the checks opened in the same way.',
    'Announce maintenance before it begins. Failed checks of its services then count as neither up nor down, and open no incident.',
  ],
  to: { path: '/admin/status', label: 'Open Manage status' },
}
