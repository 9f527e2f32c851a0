# Completes heapconv in bash: the program itself says what can follow.
_heapconv() {
  local i line files= word=0 words=("") cur=${COMP_WORDS[COMP_CWORD]}
  COMPREPLY=()
  # Bash takes com.example:remote for three words, and replaces the last.
  for ((i = 1; i <= COMP_CWORD; i++)); do
    case ${COMP_WORDS[i - 1]}/${COMP_WORDS[i]} in
      *:/* | */:*) [ "$i" -eq 1 ] || words[word]+=${COMP_WORDS[i]} ;;
      *) words[++word]=${COMP_WORDS[i]} ;;
    esac
  done
  local typed=${words[word]}
  while IFS= read -r line; do
    if [ "$line" = : ]; then
      files=yes
    else
      COMPREPLY+=("${line#"${typed%"${typed##*:}"}"}")
    fi
  done < <("${1/#\~/$HOME}" completion candidates -- "${words[@]:1}" 2>/dev/null)
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
