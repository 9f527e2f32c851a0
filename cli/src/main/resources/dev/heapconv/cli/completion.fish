# Completes heapconv in fish: the program itself says what can follow.
function __heapconv_candidates
    set -l before (commandline -opc)
    set -l current (commandline -ct)
    for line in (command $before[1] help completion candidates -- $before[2..-1] "$current" 2>/dev/null)
        if test "$line" = :
            __fish_complete_path "$current"
        else
            echo $line
        end
    end
end
complete -c heapconv -f -a '(__heapconv_candidates)'
