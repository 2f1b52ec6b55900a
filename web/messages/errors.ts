import { waitSecondsOf } from '#vault/session/retry.ts'
import { refusedFolderOf } from '#vault/folders/refused-folder.ts'
import { roomOf } from '#vault/session/row-limit.ts'
import { VaultError, type VaultErrorCode } from '#web/lib/remote/vault-client.ts'
import { failures } from './failures.ts'
import { lastDayOf } from './last-day.ts'

/** What a screen tells the person: what failed, what is safe, what to do. */
export const sentences = {
  invalid_credentials: 'Email or password is wrong.',
  account_closed:
    'An administrator has closed this account. Your files are still there, sealed; ask them to let you back in.',
  organisation_leaving:
    'Your organisation is being deleted, so nobody but its owners can sign in. They can ask to keep it.',
  organisation_suspended:
    'Your organisation is suspended, so nobody of it can sign in. Nothing was deleted; ask who runs this server.',
  email_not_confirmed: 'Confirm your email first: open the link we sent you.',
  user_already_exists: 'An account with this email exists already. Sign in instead.',
  weak_password: 'This password is too easy to guess. Use a longer one.',
  rate_limited: 'Too many attempts. Wait a minute and try again.',
  link_expired: 'This link has expired or was already used.',
  offline: 'Nothing was lost. Check the connection and retry.',
  file_too_large: 'The file is over the size limit. Nothing was uploaded.',
  app_outdated: 'This page is older than the server allows. Nothing was stored; reload the page and try again.',
  quota_reached: 'Not stored: there is not enough room. What is already stored is not affected.',
  organisation_without_room:
    'Your organisation has no storage left. Nothing was stored; delete files for good, or ask its administrators.',
  too_many_files:
    'Not stored: you or your organisation have as many files as this server allows. Delete some for good, or ask the operator.',
  limit_reached: 'The server has reached its limit for entries of this kind. Nothing was changed.',
  not_a_pdf: 'A certificate is a PDF file of at most 2 MiB. Nothing was stored; choose another file.',
  bad_file_name:
    'This name cannot be used. Leave out / and \\, and use at most 255 characters (accents, emoji and other alphabets count two to four times).',
  file_damaged: 'This file was changed or damaged; nothing was saved.',
  not_as_shown:
    'This is not in the folder, or not under the name, that was shown. Nothing was done with it and nothing was lost; look at the list again.',
  folder_refused:
    'A folder does not lie where it was shown, is called otherwise, or what is signed about it does not hold. Nothing was done with it and nothing was lost; look at the list again.',
  vault_rolled_back:
    'The server answered with an older state of your keys than this device has seen. Nothing was opened or changed. Tell your administrator.',
  keys_refused:
    'This device refused the keys that the server answered with: they do not follow from those it remembers. Nothing was opened or changed. Somebody may be trying to show you false keys: tell your administrator, and ask them outside of this service. Only if you know the reason, such as keys restored from a backup or changed many times on other devices, let this device forget what it remembers.',
  keys_replaced:
    'The keys of your vault were changed on another device, or the server mixes old keys with new ones. Nothing was opened or changed. Enter your password again; if this stays, tell your administrator.',
  keyring_damaged:
    'What your vault remembers of other people, and its private keys, were overwritten on the server and do not open. Your files are not changed. An earlier state can be put back; tell your administrator that somebody wrote over it.',
  keyring_full:
    'Your vault already remembers as many people and spaces as it can. Nothing was changed or lost; tell your administrator.',
  not_found: 'The file no longer exists.',
  file_unreadable: 'The file on this device was moved, changed or removed. Choose it again.',
  source_changed: 'The file on this device changed while it was being sent. Nothing of it was stored; try again.',
  upload_expired: 'The server no longer has the beginning of this upload. Retry to start again.',
  save_not_started: 'The browser did not start to save; nothing was saved. Reload the page and try again.',
  worker_exchanged:
    'The server delivers another service worker than this page was built with, so it was not given your file. If QuantumShield was just updated, reload the page. If this stays, enter no password here and tell the operator.',
  save_stopped: 'The browser stopped the download; nothing was saved.',
  vault_locked: 'The vault was locked; nothing was saved.',
  wrong_password: 'This is not the password of this vault.',
  wrong_recovery_phrase: 'These words do not open this vault.',
  same_password: 'This is the password you have now. Nothing was changed; choose another one.',
  wrong_code: 'This code does not fit or was used already. Wait for the next one, and check the clock of your phone.',
  address_private:
    'This address leads into a private network. The operator of this server decides which of them may be reached.',
  address_needs_https: 'The address must begin with https://. The operator of this server may allow others.',
  host_unknown: 'DNS does not know this host, or did not answer. Check the address.',
  not_a_domain: 'This is not a domain. Type what follows the @ of your addresses, like example.com.',
  plan_full:
    'The organisation has no room for more people. Nothing was changed; remove somebody, withdraw an invitation, or ask the operator for more room.',
  row_limit: 'There is no room for more entries of this kind. Nothing was stored.',
  guest_makes_no_space: 'Guests neither make nor manage team spaces. Nothing was changed.',
  entry_gone: 'This is no longer there. Somebody may have deleted it.',
  changed_meanwhile: 'Somebody else has changed this meanwhile. Nothing was stored; look at it again.',
  billing_closed: 'This is in another state by now. Nothing was changed; look at it again.',
  request_waits: 'A request of this kind waits for an answer already.',
  payments_failed: 'The payment provider cannot be reached now. Nothing was paid; try again later.',
  name_taken: 'You use this name already. Choose another one.',
  too_many_factors: 'There are as many as an account can have. Remove one first.',
  passkey_opens_nothing:
    'This passkey does not open this vault. Use your password; in Security you can let the passkey open it.',
  passkey_without_prf:
    'This passkey signs in, but cannot open the vault: its device or browser lacks what that takes (the PRF extension).',
  passkey_needs_words:
    'Make new recovery words first, in Security. Without them the key of this account could not be replaced if the passkey is lost.',
  passkey_removed:
    'This passkey was removed from your vault, which does not take it again. Add a new passkey in Security.',
  passkey_opens_vault:
    'This passkey opens your vault, so removing it takes your password. Load the page again and retry.',
  passkey_unknown: 'This passkey is not one of this account. Add it first.',
  passkey_stopped: 'No passkey was used: it was cancelled, took too long, or this device has none for this site.',
  needs_second_factor: 'This needs your second factor. Sign out, sign in again and enter the code.',
  proof_needed: 'Confirm with your password to continue.',
  sign_in_too_old: 'You signed in too long ago for this. Sign out, then sign in again or use a new link.',
  second_factor_required: 'Your organisation requires a second factor. Set one up, or use the one you have.',
  sign_in_way_required: 'Your organisation requires another way to sign in.',
  against_rules: 'The rules of your organisation do not allow this. Its owners and administrators can change them.',
  confirmation_needed: 'Something unusual was noticed about this session. Confirm that it is you.',
  reading_slowed:
    'Very many files were read on this new device, so they come one a second. Confirm on the page Security that it is you, and they come at full speed again.',
  changes_paused:
    'Very many files were replaced or deleted at once, so that is paused. Nothing else is lost: confirm on the page Security that it was you.',
  session_ended: 'Your session has ended. Sign in again.',
  share_link_unknown: 'There is no such link, or part of it is missing. Nothing was opened.',
  share_link_revoked: 'The person who shared this has ended the link. Ask them for a new one.',
  share_link_expired: 'The link has expired. Ask the person who shared it for a new one.',
  share_link_used_up: 'The link was used as often as its owner allowed. Ask them for a new one.',
  share_link_unavailable: 'The file is not available at the moment. Ask the person who sent you the link.',
  share_link_password: 'This is not the password of this link.',
  share_link_damaged:
    'Its address is not whole, or what it hands over was changed on the way. Nothing was opened or saved. Copy the whole link again, or ask the sender for a new one.',
  share_link_changed: 'The link was changed or ended elsewhere. Look at it again.',
  share_link_file_missing: 'The link no longer opens this file. Ask the person who sent you the link.',
  share_visit_ended:
    'An hour has passed since you opened the link, and this download stopped with it. Nothing was saved; start it again, which counts as another download.',
  link_too_many: 'A link opens at most 1,000 files. Choose fewer, or share a ZIP.',
  link_too_large: 'The names of these files and folders are too long for one link. Choose fewer files.',
  request_unknown: 'There is no such request, or part of its link is missing. Nothing was sent.',
  request_ended:
    'The person who asked has ended this request. What has arrived stays with them; nothing more can be sent.',
  request_expired: 'The time of this request is over. Nothing more can be sent; ask the person for a new one.',
  request_password: 'This is not the password of this request.',
  device_refused: 'The server refused what the device asked.',
  device_inbox_refused:
    'The key that the server shows for devices is not the one that their owner vouched for. Nothing was sent.',
  device_code_unreadable: 'This is no enrolment code, or part of it is missing.',
  request_damaged: 'What this request says was changed on the way. Nothing was sent; ask the person for a new link.',
  request_full: 'This request takes no more files. This one was not sent.',
  request_no_room: 'This file is larger than what the request still takes. It was not sent.',
  weak_settings: 'The server offered weak settings for the password, so nothing was sent. Tell your administrator.',
  person_unknown: 'Nobody in your organisation uses this address. Check the spelling.',
  person_without_vault: 'This person has not made their vault yet. Ask them to sign in once, then share again.',
  key_changed:
    'The keys of this person are not the ones you saw before. Nothing was shared or opened. Ask them in person, not here, and tell your administrator.',
  key_not_listed:
    'The public log does not list the keys of everybody you chose yet. Nothing was shared or changed. New keys follow within a minute: try again then. If it stays so, ask the operator.',
  key_other_listed:
    'For somebody you chose, the public log lists other keys than the server gives out. Nothing was shared or changed. Team, Details shows for whom. Ask them and the operator in person or by phone: somebody may be trying to read what you share.',
  key_listed_twice:
    'For somebody you chose, the public log listed other keys before. Nothing was shared or changed. Team, Details shows for whom: compare the safety number with them in person, then try again.',
  key_unproved:
    'The server does not prove which keys the public log lists for somebody you chose. Nothing was shared or changed. Try again; if it stays so, ask the operator in person or by phone.',
  key_log_refused:
    'The public log is not the one that this browser knew. Nothing was shared, stored or changed. Ask the operator in person or by phone; on the Security page you can then continue with the log of today.',
  key_log_late:
    'In the last two hours too few independent witnesses have signed the public log, so it may be an old one. Nothing was shared, stored or changed. Check the clock of this device and try again. If it stays so, ask the operator in person or by phone: if the log has other witnesses now, you can expect those under Audit Logs.',
  key_log_offline:
    'The public log could not be reached, so nobody can say that keys and lists of members are the right ones. Nothing was shared, stored or changed; check the connection and try again.',
  roster_not_listed:
    'The public log does not list the members of this space as they are now yet. Nothing was stored or changed. A new list follows within a minute: try again then. If it stays so, ask the operator.',
  roster_other_listed:
    'The public log lists other members of this space than the server shows you, or two lists under one number. Nothing was stored or changed. Compare the code of the list with a manager of the space, in person or by phone, and tell the operator: somebody may be trying to read what you store.',
  roster_newer_listed:
    'The public log lists a newer list of members of this space than the server shows you. Nothing was stored or changed. Try again; if it stays so, ask a manager of the space in person or by phone who belongs to it, and tell the operator.',
  roster_unproved:
    'The server does not prove that the public log lists the members of this space as it shows them. Nothing was stored or changed. Try again; if it stays so, ask the operator in person or by phone.',
  policy_not_listed:
    'The public log does not list what was decided about organisation recovery yet. Nothing was changed. It follows within a minute: try again then. If it stays so, ask the operator.',
  policy_other_listed:
    'The public log lists another decision about organisation recovery than the server shows you, or two under one number. Nothing was changed. Ask the administrator who decided, in person or by phone, whom they named, and tell the operator: somebody may be trying to open vaults.',
  policy_newer_listed:
    'The public log lists a newer decision about organisation recovery than the server shows you. Nothing was changed. Try again; if it stays so, ask an administrator in person or by phone what was decided, and tell the operator.',
  policy_unproved:
    'The server does not prove that the public log lists what was decided about organisation recovery. Nothing was changed. Try again; if it stays so, ask the operator in person or by phone.',
  log_not_signed: 'The ledger is not signed yet. Try again in a moment.',
  share_ended: 'This file is no longer shared with you. Nothing was saved; ask its owner if you still need it.',
  share_refused: 'This grant was not made for you by the owner of the file, or was replaced. Nothing was opened.',
  not_allowed: 'Your role does not allow this. Nothing was changed; ask an owner or administrator.',
  space_refused:
    'The list of members of this space is not what one of its managers signed, or is older than one you have seen. Nothing was opened; ask a manager of the space.',
  members_differ:
    'The person who stored this file was shown another list of members than you. Nothing was opened; compare the members with them, not here, and tell a manager of the space.',
  space_gone: 'This space was deleted, or you no longer belong to it.',
  space_changed: 'Somebody else changed this space at the same moment. Nothing was changed; look again.',
  policy_refused:
    'What the server shows about organisation recovery is not what an administrator signed, or is older than what you have seen. Nothing was changed; tell your administrator in person.',
  policy_author_unknown:
    'Your vault has not seen the keys of the person who decided this. Compare the safety number with them first: Team, Details.',
  policy_author_gone:
    'The account of the person who decided last about organisation recovery is gone, so nobody can check what they signed. Nothing was changed; an administrator has to decide again.',
  policy_changed: 'Somebody else changed organisation recovery at the same moment. Nothing was changed; look again.',
  evidence_too_many:
    'One evidence file holds at most 1,000 events. Narrow the filters, for example by date, and save several files.',
  evidence_refused:
    'The ledger or one of these events is not what it should be, so it proves nothing. Nothing was saved. Reload this page, read what it says of the ledger, and tell your administrator.',
  evidence_empty: 'None of these events has its signed entry yet. Nothing was saved; try again in two minutes.',
  status_over: 'It is over or was taken back meanwhile. Nothing was changed.',
  policy_too_few: 'Besides you, fewer people are named than it takes. Ask an administrator to name one more.',
  recovery_code_wrong:
    'This is not the code of the request that this server shows. Nothing was handed over. Call the person and compare; if the digits differ again, refuse the request.',
  recovery_share_refused:
    'What the server holds for you is not the part of this person. Nothing was handed over; tell them.',
  recovery_refused:
    'What was handed over does not open this vault. Nothing was changed, and your files are still sealed. Cancel the request and ask again.',
  recovery_waiting: 'Not enough people have answered yet. Nothing was changed.',
  recovery_elsewhere: 'This browser does not hold the key of the request. Continue where you asked, or ask again here.',
  recovery_asked_often: 'You have asked five times in a day. Nothing was sent; ask again tomorrow.',
  last_manager: 'A space keeps at least one manager. Make somebody else a manager first.',
  last_owner:
    'An organisation with other people keeps at least one owner. Nothing was changed; make somebody else an owner first.',
  not_member: 'This was changed by somebody else meanwhile. Nothing was done; look at the list again.',
  account_exists: 'This address has an account already. Nothing was sent; look for it in the list of members.',
  elsewhere_refused:
    'The sign-in there did not succeed: it was cancelled, refused or not reachable. Nothing was opened; try again or sign in another way.',
  elsewhere_unconfirmed:
    'Your email address is not confirmed there, so nothing was opened. Confirm it there and try again.',
  organisation_unknown:
    'No organisation signs in here with this domain. Check the spelling, or sign in with your password.',
  signup_closed: 'This server takes no new accounts. Ask an administrator to invite you.',
  wrong_sent_code: 'This code does not fit, was used already or is too old. Check it, or have a new one sent.',
  no_address: 'This account has no email address, and a vault needs one. Nothing was opened.',
  phone_taken: 'Another account uses this number. Nothing was changed.',
  unexpected: 'Something went wrong on our side. Nothing was lost; try again.',
} satisfies Partial<Record<VaultErrorCode, string>>

const known: Partial<Record<VaultErrorCode, string>>[] = [sentences]

/** Adds sentences that load with their pages. */
export function knowSentences(more: Partial<Record<VaultErrorCode, string>>): void {
  known.push(more)
}

/** The sentence for a failure; anything that is not a `VaultError` gets the general one. */
export function sentenceFor(error: unknown): string {
  const waitSeconds = waitSecondsOf(error)
  if (waitSeconds !== null) return failures.tooManyAttempts(waitSeconds)
  const day = lastDayOf(error)
  if (day !== null) return failures.leavingUntil(day)
  const room = roomOf(error)
  if (room) return 'bytes' in room ? failures.roomForBytes(room.bytes) : failures.roomFor(room.rows)
  const folder = refusedFolderOf(error)
  if (folder !== null) return failures.folderRefused(folder)
  return sentenceOfCode(error instanceof VaultError ? error.code : 'unexpected')
}

/** The sentence for a code that was kept. */
export function sentenceOfCode(code: VaultErrorCode): string {
  for (const words of known) if (words[code] !== undefined) return words[code]
  return sentences.unexpected
}

/** The service's own message, as toasts of the account pages show it. */
export function serviceMessage(error: unknown): string {
  return error instanceof VaultError && error.message ? error.message : failures.unexpected
}

export function fileTooLarge(limitBytes: number): string {
  return failures.fileTooLarge(limitBytes)
}
