from shopfloor.cli.main import main

main()
