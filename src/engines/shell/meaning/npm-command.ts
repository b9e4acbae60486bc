/** npm's commands, as its `lib/utils/cmd-list.js` lists them. */
const COMMANDS = (
  "access adduser approve-scripts audit bugs cache ci completion config dedupe deny-scripts deprecate diff dist-tag docs doctor edit exec explain " +
  "explore find-dupes fund get help help-search init install install-ci-test install-scripts install-test link ll login logout ls org outdated " +
  "owner pack ping pkg prefix profile prune publish query rebuild repo restart root run sbom search set shrinkwrap stage star stars start stop team " +
  "test token trust undeprecate uninstall unpublish unstar update version view whoami"
).split(" ");
/** What npm takes for one of them: other names and slips of the finger. */
const ALIASES = new Map(
  (
    "author=owner home=docs issues=bugs info=view show=view find=search add=install unlink=uninstall remove=uninstall rm=uninstall r=uninstall " +
    "un=uninstall rb=rebuild list=ls ln=link create=init i=install it=install-test cit=install-ci-test u=update up=update c=config s=search se=search " +
    "tst=test t=test ddp=dedupe v=view run-script=run clean-install=ci clean-install-test=install-ci-test x=exec why=explain la=ll verison=version " +
    "ic=ci innit=init in=install ins=install inst=install insta=install instal=install isnt=install isnta=install isntal=install isntall=install " +
    "install-clean=ci isntall-clean=ci hlep=help dist-tags=dist-tag upgrade=update udpate=update rum=run sit=install-ci-test urn=run ogr=org " +
    "add-user=adduser"
  )
    .split(" ")
    .map((one) => one.split("=") as [string, string]),
);
/** Commands that do the work of others. */
const DOES = new Map([
  ["install-test", ["install", "test"]],
  ["install-ci-test", ["ci", "test"]],
]);

/**
 * The full names of what npm does for a word: other names, and beginnings that only one command has (`pu` is `publish`); versions of npm differ,
 * so a beginning that several have is each of them.
 * @returns empty for a full name that does nothing else, and for what is no command
 */
export function npmCommand(word: string): readonly string[] {
  const name = word.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const found = COMMANDS.includes(name) ? [name] : (known(name) ?? beginningWith(name));
  return [...new Set(found.flatMap((one) => [one, ...(DOES.get(one) ?? [])]))].filter((one) => one !== word);
}

const known = (name: string): readonly string[] | undefined => {
  const full = ALIASES.get(name);
  return full === undefined ? undefined : [full];
};

const beginningWith = (name: string): readonly string[] =>
  name === ""
    ? []
    : [...COMMANDS, ...ALIASES.keys()].filter((one) => one.startsWith(name)).map((one) => ALIASES.get(one) ?? one);
