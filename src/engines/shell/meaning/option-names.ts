/** Short options and the long ones that are the same, as `f=force`, of a program or of one of its sub-commands. */
const NAMES: Readonly<Record<string, string>> = {
  rm: "r=recursive R=recursive f=force d=dir i=interactive",
  cp: "r=recursive R=recursive f=force a=archive",
  mv: "f=force",
  ln: "s=symbolic f=force",
  chmod: "R=recursive",
  chown: "R=recursive",
  chgrp: "R=recursive",
  tee: "a=append",
  sed: "i=in-place e=expression",
  curl: "X=request o=output O=remote-name d=data L=location k=insecure T=upload-file F=form H=header u=user x=proxy K=config",
  wget: "O=output-document r=recursive m=mirror i=input-file",
  make: "f=file j=jobs C=directory",
  "git push": "f=force d=delete n=dry-run u=set-upstream",
  "git commit": "a=all n=no-verify m=message F=file s=signoff S=gpg-sign p=patch",
  "git branch": "D=delete D=force d=delete f=force m=move M=move M=force c=copy C=copy C=force u=set-upstream-to",
  "git tag": "d=delete f=force s=sign a=annotate",
  "git clean": "f=force n=dry-run i=interactive q=quiet e=exclude",
  "git add": "A=all f=force u=update p=patch i=interactive n=dry-run",
  "git rm": "r=r f=force",
  "git mv": "f=force",
  "git checkout": "f=force",
  "git switch": "f=force f=discard-changes c=create C=force-create d=detach",
  "git restore": "S=staged W=worktree s=source",
  "git fetch": "f=force p=prune a=append t=tags",
  "git pull": "f=force r=rebase",
  "git rebase": "i=interactive x=exec f=force-rebase",
  "git merge": "n=no-stat",
  "git worktree": "f=force",
  "git stash": "u=include-untracked a=all",
  npm: "g=global f=force D=save-dev S=save P=save-prod w=workspace y=yes",
  docker: "f=force a=all v=volume e=env p=publish d=detach i=interactive t=tty u=user w=workdir",
  kubectl: "f=filename n=namespace A=all-namespaces",
  pip: "r=requirement e=editable U=upgrade t=target",
  rsync: "r=recursive a=archive e=rsh n=dry-run",
  tar: "c=create x=extract f=file C=directory r=append t=list u=update",
  gzip: "r=recursive f=force",
};

/** Long options of a program for each short letter. */
export type OptionNames = ReadonlyMap<string, readonly string[]>;

const known = new Map<string, OptionNames>();

/** @param verb  the sub-command, where the program has some */
export function optionNames(program: string, verb: string | undefined): OptionNames {
  const key = [`${program} ${verb ?? ""}`, program].find((one) => Object.hasOwn(NAMES, one)) ?? "";
  let names = known.get(key);
  if (names === undefined) {
    const read = new Map<string, string[]>();
    for (const [short = "", long = ""] of (NAMES[key] ?? "").split(" ").map((one) => one.split("=")))
      if (short !== "") read.set(short, [...(read.get(short) ?? []), `--${long}`]);
    names = read;
    known.set(key, names);
  }
  return names;
}

/** Whether all that an option of a rule says is said by the options of a command, together or apart, short or long. */
export function saysOption(pattern: string, given: readonly string[], names: OptionNames): boolean {
  // Longer ones with one dash are names of their own: `find -delete`.
  if (!/^(?:--|-[A-Za-z]{1,3}$)/.test(pattern)) return false;
  const said = new Set(given.flatMap((one) => atomsOf(one, names)));
  return atomsOf(pattern, names).every(
    (atom) =>
      said.has(atom) || (atom.startsWith("--") && [...said].some((one) => one.length > 3 && atom.startsWith(one))),
  );
}

/** Each letter of a cluster, as its long name where it has one: `-Df` says `--delete`, `--force`. */
function atomsOf(option: string, names: OptionNames): readonly string[] {
  if (option.startsWith("--")) return [option.split("=")[0] ?? option];
  return /^-[A-Za-z]{1,5}$/.test(option)
    ? [...option.slice(1)].flatMap((letter) => names.get(letter) ?? [letter])
    : [option];
}
