# Completes heapconv in bash: the program itself says what can follow.
_heapconv() {
  local line files= cur=${COMP_WORDS[COMP_CWORD]}
  COMPREPLY=()
  while IFS= read -r line; do
    if [ "$line" = : ]; then
      files=yes
    else
      COMPREPLY+=("$line")
    fi
  done < <("${1/#\~/$HOME}" help completion candidates -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  [ -n "$files" ] || return 0
  if declare -F _filedir >/dev/null; then
    [ "$cur" != = ] || cur=
    _filedir
  elif [ ${#COMPREPLY[@]} -eq 0 ]; then
    compopt -o default
  else
    compopt -o filenames
    while IFS= read -r line; do
      COMPREPLY+=("$line")
    done < <(compgen -f -- "$cur")
  fi
}
complete -F _heapconv heapconv
