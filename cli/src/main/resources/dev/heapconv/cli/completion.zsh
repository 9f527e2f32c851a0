#compdef heapconv
# Completes heapconv in zsh: the program itself says what can follow.
_heapconv() {
  local line files
  local -a candidates
  while IFS= read -r line; do
    if [[ $line == : ]]; then
      files=yes
    else
      candidates+=("$line")
    fi
  done < <(${~words[1]} help completion candidates -- "${(@)words[2,CURRENT]}" 2>/dev/null)
  (( $#candidates )) && compadd -- "${candidates[@]}"
  [[ -n $files ]] && _files
}
if [[ $funcstack[1] == _heapconv ]]; then
  _heapconv "$@"
else
  compdef _heapconv heapconv
fi
