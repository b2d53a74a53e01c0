import { html } from "../html.ts";
import type { Texts } from "./texts.ts";

export const en: Texts = {
  languageTag: "en",
  languageName: "English",
  language: "Language",
  showPassword: "Show password",
  sentenceGap: " ",
  skipToContent: "Skip to the content",
  problemTitle: (title) => `Problem: ${title}`,
  passwordPromise: (brand) => `${brand} never asks for your password by email, phone or chat.`,
  login: {
    title: "Sign in",
    toContinueTo: (application) => html`to continue to ${application}`,
    username: "Username or email",
    password: "Password",
    submit: "Sign in",
    forgotten: "Forgotten your password? Your administrator can set a new one.",
    usernameMissing: "Enter your username or email.",
    passwordMissing: "Enter your password.",
    wrong: "That username and password do not match. Check both and try again.",
    throttled: (wait) => `Too many attempts. Wait ${wait}, then try again.`,
  },
  selectAccount: {
    title: "Choose an account",
    toContinueTo: (application) => html`to continue to ${application}`,
    continueAs: (name) => html`Continue as ${name}`,
    other: "Use another account",
  },
  consent: {
    title: (application) => `${application} asks for access`,
    heading: (application) => html`${application} asks for access to your account`,
    account: "Signed in as",
    switchAccount: "Use another account",
    wants: "It would like to",
    changed:
      "This request changed after you opened the page. Nothing has been allowed yet. Review it and choose again.",
    newAddress: (host, ago) =>
      html`${host} is a new address of this application. It was added ${ago}, after you agreed, so you are asked again. Allow it only if you know this address.`,
    nothingNew: "It asks for nothing that you have not allowed before.",
    identity: "You",
    general: "General",
    identityScopes: {
      openid: { title: "Know who you are", detail: "An identifier that stands for your account" },
      profile: { title: "See your profile", detail: "Your name, username and picture" },
      email: { title: "See your email address", detail: "And whether it was verified" },
      phone: { title: "See your phone number", detail: "And whether it was verified" },
      address: { title: "See your postal address", detail: "As it stands in your profile" },
      offline_access: {
        title: "Keep this access while you are away",
        detail: "It can act for you when you are not using it",
      },
    },
    undescribed: "A permission without a description",
    onlyAt: (title, instance) => `${title} (only ${instance})`,
    required: "required",
    optionalHint: "Leave out what you do not want to share; the rest still works.",
    alreadyAllowed: (count) => `Also included (${count})`,
    lastsWhilePresent: (duration) => `Access lasts ${duration} and is renewed only while you are here.`,
    lastsWhileAway: (duration) => `Access lasts up to ${duration}, also while you are away.`,
    withdrawAnyTime: "You can withdraw it at any time in your account.",
    sentTo: (host) => html`Whatever you choose, you will go on to ${host}`,
    allow: "Allow",
    deny: "Deny",
  },
  signInDone: {
    title: "You are signed in already",
    done: "You have finished signing in. Nothing is left to do on this page.",
    doneFor: (application) =>
      html`You have finished signing in to ${application}. Nothing is left to do on this page.`,
    openAgain: (application) => html`To go on, open ${application} again.`,
    goTo: (application) => html`Go to ${application}`,
    toAccount: "Go to your account",
  },
  logout: {
    title: "Sign out?",
    question: (name) => html`You are signed in as ${name}. Signing out ends your session in this browser.`,
    askedBy: (application) => html`${application} asked to sign you out.`,
    confirm: "Sign out",
    cancel: "Stay signed in",
    doneTitle: "You are signed out",
    done: "Your session in this browser has ended.",
    sharedComputer: "On a shared computer, close the browser as well.",
    backTo: (application) => html`Back to ${application}`,
    signInAgain: "Sign in again",
  },
  account: {
    title: "Your account",
    signOut: "Sign out",
    sessions: "Where you are signed in",
    sessionsHint: "End a session that you do not recognise, then change your password.",
    thisSession: "This browser",
    device: (browser, system) =>
      browser && system ? `${browser} on ${system}` : (browser ?? system ?? "An unknown browser"),
    signedIn: (time) => html`signed in ${time}`,
    lastSeen: (time) => html`last active ${time}`,
    address: (ip) => `from ${ip}`,
    endSession: "End",
    endSessionOf: (device) => `End the session: ${device}`,
    endOthers: "Sign out everywhere else",
    consents: "Applications with access",
    consentsHint:
      "What you withdraw here ends now; some services notice within minutes. The application has to ask again.",
    noConsents: "No application has access to your account.",
    allowedItem: (time) => html`allowed ${time}`,
    declinedItem: (time) => html`left out ${time}`,
    withdraw: "Withdraw",
    forget: "Forget",
    withdrawItem: (item) => `Withdraw: ${item}`,
    forgetItem: (item) => `Forget: ${item}`,
    withdrawAll: (application) => html`Withdraw everything from ${application}`,
    password: "Password",
    passwordHint: "Changing it signs you out everywhere else.",
    noPassword: "Your account has no password. Your administrator can set one.",
    currentPassword: "Current password",
    newPassword: "New password",
    passwordRule: "At least 8 characters. A few words in a row are easy to remember and hard to guess.",
    changePassword: "Change password",
    messages: {
      session_ended: "The session has ended.",
      other_sessions_ended: "You are signed out everywhere else.",
      consent_withdrawn: "The access was withdrawn.",
      password_changed: "Your password was changed. You are signed out everywhere else.",
      session_not_found: "That session had ended already. Nothing was changed.",
      current_password_missing: "Enter your current password.",
      new_password_missing: "Enter a new password.",
      password_wrong: "The current password is not right. Your password was not changed; try again.",
      password_too_short:
        "The new password is too short. Your password was not changed; use at least 8 characters.",
      password_unusable:
        "The new password is too long or has a character that cannot be used. Your password was not changed; choose another.",
      password_published:
        "The new password is printed in public examples, so others know it. Your password was not changed; choose another.",
      password_same: "The new password is the same as the current one. Choose another.",
    },
    throttled: (wait) => `Too many attempts. Your password was not changed; wait ${wait}, then try again.`,
  },
  resetPassword: {
    title: "Choose a new password",
    lead: (username) => html`for the account ${username}`,
    hint: "You will be signed out everywhere.",
    submit: "Set password",
    doneTitle: "Your password is set",
    done: "You are signed out everywhere, and no application has access any more. Sign in with the new password.",
    signIn: "Sign in",
  },
  setup: {
    title: "Create the first administrator",
    lead: "This user may do everything in the console and can create other users there.",
    username: "Username",
    usernameRule: "Up to 128 characters without spaces.",
    password: "Password",
    submit: "Create administrator",
    hint: (command) => html`You can also create an administrator on the command line: ${command}`,
    problems: {
      username_unusable:
        "This username cannot be used. Nothing was created; use 1 to 128 characters without spaces, and no usr_ at the beginning.",
      username_taken: "Another user has or had this username. Nothing was created; choose another username.",
      password_too_short: "The password is too short. Nothing was created; use at least 8 characters.",
      password_unusable:
        "The password is too long or has a character that cannot be used. Nothing was created; choose another.",
      password_published:
        "The password is printed in public examples, so others know it. Nothing was created; choose another.",
    },
  },
  noAdministrator: {
    title: "There is no administrator yet",
    lead: "The console needs an administrator. Create the first one on the machine that runs this server.",
    byLink: "In the browser",
    openLink:
      "Open the link that the server printed in its terminal when it started. It works once, and for an hour.",
    newLink: "This command prints a new link:",
    byCommand: "On the command line",
    runCommand: "This command creates the administrator and prints a password:",
    settings: (option, program) =>
      html`Give the commands the settings of the server, such as ${option}. In a checkout, type ${program} for licet.`,
    afterwards: "Do you have an account already?",
    signIn: "Sign in with it",
  },
  error: {
    tryAgain: "Try again",
    whoCanFix: "Who can fix it",
    fixers: {
      user: "You can",
      developer: "The developers of the application you came from",
      administrator: "The administrators of this service",
    },
    whatToDo: "What to do",
    technical: "For the developers",
    requestId: "Request",
    requestIdHint: "Please quote this when you ask for help.",
    toConsole: "Go to the console",
    failures: {
      unknown_application: {
        title: "This application is not known here",
        whatHappened: "An application sent you here to sign in, but it is not registered or is switched off.",
        fixer: "developer",
        whatToDo: "Go back to the application and tell its developers that its client_id was not accepted.",
      },
      invalid_redirect: {
        title: "We cannot send you back safely",
        whatHappened:
          "The application asked us to send you to an address that it has not registered, so we stopped here.",
        fixer: "developer",
        whatToDo: "Do not enter any data on the page you came from. Tell the application's developers.",
      },
      invalid_request: {
        title: "We cannot read this request",
        whatHappened: "The application sent you here with a request that is incomplete or malformed.",
        fixer: "developer",
        whatToDo: "Go back to the application and try again. If it happens again, tell its developers.",
      },
      invalid_logout: {
        title: "We cannot sign you out this way",
        whatHappened: "The application asked to sign you out with a request that we cannot trust.",
        fixer: "developer",
        whatToDo: "Nothing was changed. You can sign out in your account, and tell the developers.",
      },
      invalid_logout_hint: {
        title: "We cannot sign you out this way",
        whatHappened:
          "The application asked to sign you out with an ID token that was changed, or that we did not issue. No user was signed out.",
        fixer: "developer",
        whatToDo: "You can sign out here by yourself, and tell the application's developers.",
      },
      interaction_expired: {
        title: "This page has expired",
        whatHappened: "It was open for too long, was finished already, or was begun in another browser.",
        fixer: "user",
        whatToDo: "Go back to the application you came from and start again.",
      },
      reset_link_void: {
        title: "This link does not work any more",
        whatHappened:
          "It was used already, is older than an hour, was replaced by a newer one, or is not complete. Your password was not changed.",
        fixer: "administrator",
        whatToDo: "Check that you opened the whole link, or ask your administrator for a new one.",
      },
      setup_link_void: {
        title: "This setup link does not work any more",
        whatHappened:
          "It was opened already, is older than an hour, or is not complete, or an administrator exists. Nothing was created.",
        fixer: "user",
        whatToDo:
          "If an administrator exists, sign in to the console. If not, run “licet admin link” for a new link, or “licet admin create --username admin”.",
      },
      form_refused: {
        title: "We could not be sure that this was you",
        whatHappened: "The form did not come from a page that this browser was given. Nothing was changed.",
        fixer: "user",
        whatToDo: "Allow cookies for this site, go back, reload the page and send the form again.",
      },
      published_credentials: {
        title: "The demo is not for others to reach",
        whatHappened:
          "This request came through a proxy or a tunnel, so others can reach this server. It still accepts passwords and secrets that Licet's demo or documentation publishes.",
        fixer: "administrator",
        whatToDo:
          "Run “licet demo remove” or “licet demo rekey”, or open the server on its own machine without the proxy.",
      },
      not_found: {
        title: "There is nothing here",
        whatHappened: "The address does not lead to a page.",
        fixer: "user",
        whatToDo: "Check the address, or go back to the page you came from.",
      },
      too_many_requests: {
        title: "That was too many at once",
        whatHappened: "Too many requests came from your network in a short time.",
        fixer: "user",
        whatToDo: "Wait a few minutes, then try again.",
      },
      unavailable: {
        title: "We cannot answer right now",
        whatHappened: "A part of this service is not reachable. Nothing was changed.",
        fixer: "administrator",
        whatToDo: "Wait a minute and reload the page. If it stays like this, tell the administrators.",
      },
      console_not_built: {
        title: "The console is not there yet",
        whatHappened: "This server runs, but the files of its console have not been built.",
        fixer: "administrator",
        whatToDo: "Run “npm run build” in the folder of Licet, then start it again.",
      },
      docs_not_built: {
        title: "The documentation is not there yet",
        whatHappened: "This server runs from a clone in which the documentation has not been built.",
        fixer: "administrator",
        whatToDo:
          "Run “npm run docs” in the folder of Licet, then start it again. Until then, read the folder “docs”.",
      },
      internal: {
        title: "Something went wrong on our side",
        whatHappened: "We could not finish what you asked for, and it is not your fault.",
        fixer: "administrator",
        whatToDo: "Try again. If it happens again, tell the administrators and quote the request below.",
      },
    },
  },
  formPost: {
    title: "Taking you back",
    explanation: (host) => html`We are sending you on to ${host}. If nothing happens, press the button.`,
    submit: "Continue",
  },
  demo: {
    unusable: {
      title: "The demo cannot be shown",
      whatHappened:
        "It plays the application “shop” of the demo, with its published secret. That application was changed, switched off or removed, got a new secret (“licet demo rekey”), or was never here.",
      fixer: "administrator",
      whatToDo:
        "To see the demo, start Licet in an empty data folder. After “licet demo rekey” the new secret is known to you alone: use it in an application of your own. When the secret is still the published one, “licet apply examples/demo.yaml” and a new start are enough.",
    },
  },
};
