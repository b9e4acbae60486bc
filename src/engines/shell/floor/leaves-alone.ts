/** By which options a program leaves what it names as it is, and which it may be given beside them, both written as in a grammar.
 *  What stands in none of the two is not known, and beside it nothing counts. */
export interface LeavesAlone {
  readonly by: string;
  readonly beside: string;
}

/** What is packed or unpacked stays, or nothing is. A letter that only some of them take with a value is with a value here. */
export const PACKERS: LeavesAlone = {
  by: "-ktcl --keep --test --stdout --to-stdout --list",
  beside:
    "-dzfrqvenNaHV0123456789 -S: -b: -p: -F: -C: -T: -M: --decompress --uncompress --compress --force --recursive --quiet --verbose --fast --best --extreme --name --no-name " +
    "--rsyncable --small --suffix= --format= --check= --threads= --processes= --blocksize= --memlimit= --no-sparse --single-stream",
};
export const LINE_ENDS: LeavesAlone = {
  by: "-O --to-stdout -i? --info[=]",
  beside: "-qvfksbr --quiet --verbose --force --keepdate --safe",
};
export const RENAMERS: LeavesAlone = {
  by: "-n --no-act --nono --dry-run --just-print",
  beside: "-vfir --verbose --force --interactive",
};
export const BLACK: LeavesAlone = {
  by: "--check --diff",
  beside:
    "-qvSCx -l: -t: -W: --quiet --verbose --fast --safe --preview --pyi --ipynb --color --no-color --line-length= --target-version= --config= --include= --exclude= " +
    "--extend-exclude= --force-exclude= --workers= --skip-string-normalization --skip-magic-trailing-comma",
};
export const ISORT: LeavesAlone = {
  by: "-cd --check --check-only --diff",
  beside:
    "-qv -l: -s: -p: -o: --quiet --verbose --atomic --profile= --line-length= --skip= --skip-glob= --settings-path= --settings-file= --sp= --src= --color --filter-files",
};
export const RUSTFMT: LeavesAlone = {
  by: "--check",
  beside: "-qvl --quiet --verbose --edition= --config= --config-path= --color= --unstable-features --skip-children",
};
export const AUTOFLAKE: LeavesAlone = {
  by: "-cs --check --check-diff --stdout",
  beside:
    "-riv -j: --recursive --in-place --verbose --quiet --exclude= --imports= --jobs= --expand-star-imports --remove-all-unused-imports --remove-duplicate-keys " +
    "--remove-unused-variables",
};
export const NIXFMT: LeavesAlone = { by: "-c --check", beside: "-qvs -w: --quiet --verify --strict --width=" };
